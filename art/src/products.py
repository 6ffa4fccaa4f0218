# studio close-ups: python3 render.py product-...
import sys, os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import args

a = args(scene='buttons')
import bands, hardware, packing, stills
from lib import render

scene = next(getattr(m, 'scene_' + a.scene) for m in (bands, hardware, packing, stills) if hasattr(m, 'scene_' + a.scene))
scene()
render(a.out, a.w, a.h, a.spp, bounces=6, clamp=6.0)
