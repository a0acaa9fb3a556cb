"""Code that uses private parts of libraries. `table.py` lists each with its versions, its gain and its test."""
