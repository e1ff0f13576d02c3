"""Text of files that do not say how their characters are written."""


def decoded(raw: bytes) -> str:
    """UTF-8, or Latin-1 where it cannot be that: files of both kinds are about, and some mix them line by line."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
