"""The browser client and how it is served."""
