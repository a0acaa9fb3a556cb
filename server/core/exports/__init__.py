"""Files that a team requests: exports, reports, archives. A job creates each file; it can be downloaded for a day."""
