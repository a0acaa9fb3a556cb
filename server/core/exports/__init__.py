"""Files that a team requests: exports, reports and packed data, each created by a job and downloaded for a day."""
