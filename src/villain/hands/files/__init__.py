"""Files, folders and archives, as streams of text in bounded memory."""
