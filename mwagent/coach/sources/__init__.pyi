from .screen import ScreenSource
from .tab import TabSource, open_tab_source
from .video import VideoError, VideoSource

__all__ = ["ScreenSource", "TabSource", "VideoError", "VideoSource", "open_tab_source"]
