"""What events look and sound like as they are seen, as data: phases of motion, and notes."""
