"""What the page needs of the browser: elements, frames, parts to fetch, sound. It knows no game."""
