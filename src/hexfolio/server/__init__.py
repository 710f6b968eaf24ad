"""The web server: games kept in a database and played in a browser."""
