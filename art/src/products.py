# studio close-ups: python3 render.py product-...
import sys, os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import args

a = args(scene='buttons')
import bands, hardware, packing, stills
from lib import render

name = 'scene_' + a.scene
next(getattr(module, name) for module in (bands, hardware, packing, stills) if hasattr(module, name))()
render(a.out, a.w, a.h, a.spp, bounces=6, clamp=6.0)
