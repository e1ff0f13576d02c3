"""The pages: rendered here first, then kept live in the browser."""
