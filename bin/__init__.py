"""The commands of the project and, in `local`, what they are made of."""
