"""What the DNS says of a domain: questions with a time limit, and what their answers mean."""
