"""What has been written to the folder of a run, and how it goes."""

from __future__ import annotations

import errno
import os


def written(folder: str, most_bytes: int, most_entries: int) -> tuple[int, int]:
    """The bytes in files below `folder`, and how many files and folders there are; links are not
    followed. Counting ends when there are more than `most_…` of either. Folders in each other
    deeper than a path can say are more than any number."""
    size = entries = 0
    folders = [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as found:
                for entry in found:
                    entries += 1
                    try:
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
                        else:
                            size += entry.stat(follow_symlinks=False).st_size
                    except OSError:  # gone since
                        continue
                    if size > most_bytes or entries > most_entries:
                        return size, entries
        except OSError as error:  # gone since, or closed to us
            if error.errno == errno.ENAMETOOLONG:
                return size, most_entries + 1
    return size, entries


def remove(folder: str) -> None:
    """Remove `folder` as far as that is possible, however deep it is: what is in its folders is
    moved up, a level at a time, so that every path is short and nothing recurs. Links are removed
    and not followed. Nobody may write there meanwhile."""
    number = 0
    is_moving = True
    while is_moving:
        is_moving = False
        for entry in _entries(folder):
            if not entry.is_dir(follow_symlinks=False):
                _unlink(entry.path)
                continue
            _open_up(entry.path)
            for inner in _entries(entry.path):
                if inner.is_dir(follow_symlinks=False):
                    number += 1
                    _open_up(inner.path)
                    is_moving |= _moved(inner.path, f"{folder}/.up-{number}")
                else:
                    _unlink(inner.path)
            _remove_empty(entry.path)
    _remove_empty(folder)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def _open_up(folder: str) -> None:
    try:
        os.chmod(folder, 0o700)
    except OSError:
        return


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _moved(path: str, to: str) -> bool:
    try:
        os.rename(path, to)
    except OSError:
        return False
    return True


def _remove_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        return
