# the house at dusk, from across the lane: one lit door in a brick wall, a stitched sign, a waiting rickshaw; 1 unit = 1 m
import sys, os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lib import *

a = args()
s = reset()
rnd = random.Random(12)


def brick():
    b = M('brick', '#8a4c31', 0.85, spec=0.25)
    v = b.coords('Object', (1, 1, 1), (R(90), 0, 0))
    t = b.n.new('ShaderNodeTexBrick')
    b.link(v, t.inputs['Vector'])
    for k, q in (('Scale', 1), ('Brick Width', 0.235), ('Row Height', 0.075), ('Mortar Size', 0.006), ('Mortar Smooth', 0.4)):
        t.inputs[k].default_value = q
    for k, c in (('Color1', '#a35a39'), ('Color2', '#6f3a26'), ('Mortar', '#8d7c6c')):
        t.inputs[k].default_value = hexc(c)
    stain = b.noise(b.coords('Object', (0.9, 1, 0.25)), 1.3, 5)
    b.set('Base Color', b.mix(b.math('MULTIPLY', stain, 0.55), t.outputs['Color'], '#3a241b', 'MULTIPLY'))
    b.bump(b.math('SUBTRACT', b.math('MULTIPLY', b.noise(b.coords('Object'), 45, 4), 0.5), t.outputs['Fac']), 0.9, 0.012)
    return b.m


def wheel(x, y, r, tyre, steel):
    """spoked cycle wheel in the plane of x and z"""
    P = []
    ring = lambda q: [(x + q * math.cos(2 * math.pi * i / 48), y, r + q * math.sin(2 * math.pi * i / 48)) for i in range(48)]
    P.append(tube('tyre', ring(r - 0.02), 0.02, tyre, 2, True))
    P.append(tube('rim', ring(r - 0.048), 0.012, steel, 2, True))
    for i in range(28):
        an = 2 * math.pi * i / 28
        w = 0.03 * (1 if i % 2 else -1)
        P.append(tube('spoke', [(x + 0.02 * math.cos(an + 1.2), y + w, r + 0.02 * math.sin(an + 1.2)), (x + (r - 0.05) * math.cos(an), y, r + (r - 0.05) * math.sin(an))], 0.0035, steel, 2))
    P.append(cyl('hub', 0.028, 0.09, (x, y, r), steel, (R(90), 0, 0), 24, 0.005))
    return P


def rickshaw(x, y, rz):
    """cycle rickshaw, front towards +x: painted hood on ribs, padded seat, bell on the handlebar"""
    tyre = plain('tyre', '#151515', 0.8)
    steel = M('steel', '#b9bdc0', 0.32, 1.0).m
    frame = M('frame', '#123f40', 0.35, clearcoat=0.5).m
    brass = M('bell', '#d3a04c', 0.24, 1.0).m
    seat = M('seat', '#8a2f22', 0.38, spec=0.5).m
    panel = M('panel', '#0f5a58', 0.35, clearcoat=0.4).m
    wood_ = wood('rw', '#9a6a40', '#6b4526', 2, 'X', 0.5)
    P = []
    for q in (-0.44, 0.44):
        P += wheel(0, q, 0.35, tyre, steel)
        # mudguard
        P.append(strip_arc((0, q, 0.35), 0.40, 20, 165, 0.09, panel))
    P += wheel(1.42, 0, 0.33, tyre, steel)
    P.append(strip_arc((1.42, 0, 0.33), 0.38, 40, 175, 0.07, panel))
    T = lambda pts, r=0.017, m=frame: P.append(tube('fr', pts, r, m, 6))
    T([(0, -0.46, 0.35), (0, 0.46, 0.35)], 0.018, steel)
    for q in (-0.30, 0.30):
        T([(-0.42, q, 0.46), (0.1, q, 0.44), (0.55, q, 0.44), (0.75, q * 0.4, 0.40)])
    T([(0.75, 0, 0.30), (0.60, 0, 0.62), (0.56, 0, 0.84)])
    T([(0.58, 0, 0.72), (1.20, 0, 0.84)])
    T([(0.75, 0, 0.30), (1.0, 0, 0.52), (1.22, 0, 0.78)])
    T([(0.0, 0.0, 0.38), (0.75, 0, 0.30)])
    for q in (-0.05, 0.05):
        T([(1.19, q, 0.92), (1.24, q, 0.70), (1.42, q, 0.33)], 0.013, steel)
    T([(1.19, 0, 0.70), (1.16, 0, 1.04)], 0.015, steel)
    T([(0.86, -0.27, 0.99), (1.02, -0.27, 1.02), (1.14, -0.18, 1.05), (1.17, 0, 1.05), (1.14, 0.18, 1.05), (1.02, 0.27, 1.02), (0.86, 0.27, 0.99)], 0.012, steel)
    for q in (-0.27, 0.27):
        T([(0.84, q, 0.985), (0.96, q, 1.01)], 0.019, tyre)
    o = lathe('bell', [(0, 0.055), (0.02, 0.053), (0.042, 0.036), (0.052, 0.010), (0.054, 0), (0.046, -0.004), (0.046, -0.016), (0.02, -0.02), (0, -0.02)], brass, (1.13, -0.17, 1.085), 32)
    P.append(o)
    P.append(lathe('lamp', [(0, 0.05), (0.035, 0.045), (0.05, 0.0), (0.045, -0.05), (0, -0.055)], brass, (1.27, 0, 0.94), 32, rot=(0, R(90), 0)))
    P.append(box('saddle', (0.26, 0.17, 0.06), (0.54, 0, 0.87), tyre, 0.028, 4))
    P.append(cyl('chainring', 0.09, 0.008, (0.75, -0.06, 0.30), steel, (R(90), 0, 0), 32, 0.002))
    for q, z in ((-0.11, 0.16), (0.11, 0.44)):
        P.append(box('pedal', (0.09, 0.07, 0.02), (0.75 + q * 0.5, q, z), tyre, 0.005))
    # body
    P.append(box('foot', (0.52, 0.76, 0.025), (0.30, 0, 0.47), wood_, 0.006))
    P.append(box('base', (0.50, 0.82, 0.22), (-0.18, 0, 0.60), panel, 0.02))
    for k in range(9):  # painted border of the seat box
        for side in (-1, 1):
            P.append(lathe('stud', [(0, 0.008), (0.014, 0.005), (0.016, 0)], brass, (-0.38 + k * 0.05, side * 0.411, 0.69), 12, rot=(R(-90 * side), 0, 0)))
    P.append(box('cush', (0.50, 0.78, 0.11), (-0.17, 0, 0.765), seat, 0.045, 5))
    P.append(box('back', (0.09, 0.78, 0.42), (-0.42, 0, 0.98), seat, 0.04, 5, (0, R(-9), 0)))
    # hood: ribs hinged at the arm rests, cloth sagging between them
    hx, hz, n = -0.16, 0.88, 6
    bands = [M('h%d' % i, c, 0.5, spec=0.4).m for i, c in enumerate(('#0f5a58', '#b3602c', '#0f5a58', '#d9a441', '#0f5a58', '#8a2f22'))]
    a0, a1 = 188, 62
    for i in range(n):
        def fx(u, v, i=i):
            an = R(a0 + (a1 - a0) * (i + u) / n)
            sag = 0.035 * math.sin(math.pi * u)
            w = 2 * v - 1
            k = min(1, abs(w) / 0.86)
            r = (0.78 - sag) * (1 - 0.05 * k**4)
            if abs(w) > 0.86:  # folds down to the hinge at both sides
                q = (abs(w) - 0.86) / 0.14
                r *= 1 - 0.93 * q
            return (hx + r * math.cos(an), math.copysign(0.43 * min(1, abs(w) / 0.86) - (sag * 0.5 if abs(w) > 0.86 else 0), w), hz + r * math.sin(an))
        v, f = grid(9, 61, fx)
        o = obj_from('hood', v, f, bands[i], True)
        m = o.modifiers.new('s', 'SOLIDIFY')
        m.thickness = 0.006
        P.append(o)
    for i in range(n + 1):
        an = R(a0 + (a1 - a0) * i / n)
        pt = lambda r, q: (hx + r * math.cos(an), q, hz + r * math.sin(an))
        P.append(tube('rib', [pt(0.05, -0.435), pt(0.70, -0.435), pt(0.785, -0.40), pt(0.79, 0), pt(0.785, 0.40), pt(0.70, 0.435), pt(0.05, 0.435)], 0.010, brass if i == n else wood_, 6))
    an = R(a1)
    for k in range(26):  # fringe
        q = -0.41 + 0.82 * k / 25
        P.append(tube('fringe', [(hx + 0.785 * math.cos(an), q, hz + 0.785 * math.sin(an)), (hx + 0.80 * math.cos(an), q + rnd.uniform(-0.01, 0.01), hz + 0.785 * math.sin(an) - 0.075)], 0.009, bands[(3, 1)[k % 2]], 2))
    e = bpy.data.objects.new('rickshaw', None)
    bpy.context.collection.objects.link(e)
    for o in P:
        o.parent = e
    e.location = (x, y, 0)
    e.rotation_euler = (0, 0, R(rz))


def strip_arc(c, r, a0, a1, w, m):
    v, f = grid(25, 3, lambda u, q: (c[0] + r * math.cos(R(a0 + (a1 - a0) * u)), c[1] + (q - 0.5) * w, c[2] + r * math.sin(R(a0 + (a1 - a0) * u)) + 0.012 * (1 - (2 * q - 1) ** 2)))
    o = obj_from('guard', v, f, m, True)
    o.modifiers.new('s', 'SOLIDIFY').thickness = 0.004
    return o


def leaves(name, cloud, n, size, mats, seed):
    """leaf cards through a cloud of points"""
    r = random.Random(seed)
    V, F = [], []
    for _ in range(n):
        p = cloud(r)
        d = Vector((r.gauss(0, 1), r.gauss(-0.6, 0.8), r.gauss(0.2, 1))).normalized()
        b = d.cross(Vector((r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1)))).normalized()
        c = b.cross(d)
        L = size * r.uniform(0.6, 1.3)
        k = len(V)
        V += [p, p + c * L * 0.5 - b * L * 0.24 + d * 0.06 * L, p + c * L, p + c * L * 0.5 + b * L * 0.24 + d * 0.06 * L]
        F.append((k, k + 1, k + 2, k + 3))
    o = obj_from(name, V, F, None, True)
    for m in mats:
        o.data.materials.append(m)
    for p in o.data.polygons:
        p.material_index = r.randrange(len(mats))


def pot(x, y, h, r, m, mats, seed, spread=0.26, up=0.75, n=160):
    lathe('pot', [(0, 0), (r * 0.72, 0), (r * 0.80, h * 0.2), (r * 0.95, h * 0.8), (r * 1.06, h * 0.86), (r * 1.06, h), (r * 0.94, h), (r * 0.9, h * 0.9), (0, h * 0.9)], m, (x, y, 0.15), 48)
    r_ = random.Random(seed)
    for i in range(14):
        az, el = i * 2.4 + seed, r_.uniform(0.5, 1.35)
        L = up * r_.uniform(0.6, 1.0)
        def fx(u, t):
            w = 0.045 * math.sin(math.pi * min(1, t**0.7)) * (2 * u - 1) * 2
            hr, hz = math.cos(el - 0.9 * t) * L * t, math.sin(el - 0.7 * t) * L * t
            return (x + hr * math.cos(az) - w * math.sin(az), y + hr * math.sin(az) + w * math.cos(az), 0.15 + h + hz + abs(w) * 0.4)
        v, f = grid(5, 12, fx)
        obj_from('blade', v, f, mats[i % len(mats)], True)


# ---- sky
world('#8398d0', 0.58)
wall = brick()
stone = plain('stone', '#a99c8a', 0.75, 0.35, 12)
teak = wood('teak', '#6b4024', '#3f2413', 1.4, 'Z', 0.4)
teal = M('door', '#12504f', 0.38, clearcoat=0.35)
teal.bump(teal.noise(teal.coords('Object', (30, 30, 2)), 3, 4), 0.08, 0.004)
teal = teal.m
brass = M('brass', '#c9a15a', 0.28, 1.0).m
iron = M('iron', '#1b1f20', 0.5, 0.6).m
green = [plain('g%d' % i, c, 0.55) for i, c in enumerate(('#2f4d2e', '#3f5f36', '#55713f', '#27412c'))]
flower = [plain('f%d' % i, c, 0.7) for i, c in enumerate(('#a8285f', '#c13a74', '#8a1f4c'))]
clay = plain('clay', '#8d5034', 0.85, 0.3, 9)
dx, dw, dh, z0 = 1.05, 1.36, 2.55, 0.47  # the door: middle, width, height, threshold
wx, ww, wb, wt = 3.35, 1.25, 1.15, 2.75  # the window
T = 4.6
for x0, x1, b, t in ((-9, dx - dw / 2, 0, T), (dx + dw / 2, wx - ww / 2, 0, T), (wx + ww / 2, 9, 0, T), (dx - dw / 2, dx + dw / 2, z0 + dh, T), (wx - ww / 2, wx + ww / 2, 0, wb), (wx - ww / 2, wx + ww / 2, wt, T)):
    # in one space, so that the courses of brick run through
    v = [(x, y, z) for x in (x0, x1) for y in (0, 0.4) for z in (b, t)]
    obj_from('wall', v, [(0, 4, 5, 1), (2, 3, 7, 6), (0, 1, 3, 2), (4, 6, 7, 5), (1, 5, 7, 3), (0, 2, 6, 4)], wall)
for x0, x1 in ((-9, dx - dw / 2 - 0.12), (dx + dw / 2 + 0.12, 9)):
    box('plinth', (x1 - x0, 0.08, 0.5), ((x0 + x1) / 2, -0.04, 0.38), stone, 0.012)
# stone frame of the door, two steps
for sx in (-1, 1):
    box('jamb', (0.16, 0.50, dh + 0.1), (dx + sx * (dw / 2 + 0.04), 0.15, z0 + dh / 2), stone, 0.012)
box('lintel', (dw + 0.5, 0.54, 0.2), (dx, 0.14, z0 + dh + 0.10), stone, 0.015)
box('step1', (dw + 0.9, 0.95, 0.16), (dx, -0.28, 0.23), stone, 0.015)
box('step2', (dw + 0.36, 0.60, 0.16), (dx, -0.10, 0.39), stone, 0.015)
# hall behind the door
warm = plain('hallw', '#ecd9b4', 0.85)
hall = wood('hallf', '#a97848', '#7d5530', 0.8, 'X', 0.4)
box('hf', (3.2, 3.4, 0.04), (dx, 1.9, z0 - 0.02), hall, 0)
box('hb', (3.2, 0.1, 3), (dx, 3.3, z0 + 1.5), warm, 0)
for sx in (-1, 1):
    box('hs', (0.1, 3.0, 3), (dx + sx * 1.6, 1.85, z0 + 1.5), warm, 0)
box('hc', (3.2, 3.0, 0.1), (dx, 1.85, z0 + 2.95), warm, 0)
box('desk', (1.0, 0.45, 0.95), (dx + 0.18, 2.7, z0 + 0.48), wood('desk', '#8a5a34', '#5a371d', 1, 'X', 0.4), 0.02)
for k in range(6):  # key rack and spools on the desk
    for j in range(3):
        box('key', (0.13, 0.05, 0.17), (dx - 0.20 + k * 0.16, 3.22, z0 + 1.45 + j * 0.21), plain('kb%d' % (k % 3), ('#0f4a4b', '#b3602c', '#d9a441')[(k + j) % 3], 0.6), 0.01)
for k, c in enumerate(('#0f4a4b', '#b3602c', '#efe6d6')):
    lathe('sp', [(0, 0), (0.06, 0), (0.05, 0.16), (0, 0.16)], plain('sp%d' % k, c, 0.7), (dx - 0.12 + k * 0.14, 2.6, z0 + 0.955), 24)
lathe('shade', [(0.16, 0), (0.09, 0.2)], emit('shade', '#ffdca4', 3.0), (dx + 0.48, 2.7, z0 + 1.28), 32)
cyl('lampf', 0.02, 0.33, (dx + 0.48, 2.7, z0 + 1.12), brass)
# fanlight and door leaves: the left one stands open
box('transom', (dw, 0.08, 0.07), (dx, 0.22, z0 + 2.08), teal, 0.01)
for k in range(5):
    box('fan', (0.035, 0.05, 0.42), (dx - dw / 2 + dw * k / 4, 0.22, z0 + 2.32), teal, 0.005)


def leaf(hx, ang, sg):
    e = bpy.data.objects.new('leaf', None)
    bpy.context.collection.objects.link(e)
    w, h = dw / 2 - 0.01, 2.04
    P = [box('st', (0.10, 0.056, h), (sg * x, 0, h / 2), teal, 0.006) for x in (0.05, w - 0.05)]
    for z, t in ((0.12, 0.22), (0.86, 0.14), (h - 0.07, 0.12)):
        P.append(box('rail', (w - 0.12, 0.05, t), (sg * w / 2, 0, z), teal, 0.006))
    P.append(box('low', (w - 0.2, 0.025, 0.58), (sg * w / 2, 0, 0.51), teal, 0.02))
    P.append(box('bar', (0.03, 0.04, 1.06), (sg * w / 2, 0, 1.44), teal, 0.004))
    for z in (1.27, 1.62):
        P.append(box('bar', (w - 0.2, 0.04, 0.03), (sg * w / 2, 0, z), teal, 0.004))
    P.append(cyl('pull', 0.013, 0.34, (sg * (w - 0.05), -0.06, 1.08), brass))
    for z in (0.93, 1.23):
        P.append(cyl('pullf', 0.010, 0.06, (sg * (w - 0.05), -0.035, z), brass, (R(90), 0, 0)))
    for o in P:
        o.parent = e
    e.location = (hx, 0.22, z0)
    e.rotation_euler = (0, 0, R(ang))


leaf(dx - dw / 2 + 0.005, 78, 1)
leaf(dx + dw / 2 - 0.005, 0, -1)
# window: grille, curtain, warm room behind
box('wl', (ww + 0.3, 0.5, 0.1), (wx, 0.12, wb - 0.05), stone, 0.012)
box('wh', (ww + 0.3, 0.46, 0.16), (wx, 0.14, wt + 0.08), stone, 0.012)
g = M('glow', '#000000', 0.5)
g.p.inputs['Emission'].default_value = hexc('#ffb768')
sx_ = g.n.new('ShaderNodeSeparateXYZ')
g.link(g.coords('Generated'), sx_.inputs[0])
g.set('Emission Strength', g.math('MULTIPLY', g.math('ADD', 0.35, sx_.outputs[2]), 0.55))
g.m.cycles.sample_as_light = False
box('room', (ww, 0.02, wt - wb), (wx, 0.5, (wt + wb) / 2), g.m, 0)
for sg in (-1, 1):
    v, f = grid(40, 6, lambda u, t: (wx + sg * (ww / 2 - 0.40 * u), 0.42 + 0.03 * math.sin(u * 30), wb + (wt - wb) * t))
    obj_from('cur', v, f, translucent('cu', '#d8b98a', 0.6), True)
for k in range(8):
    cyl('gr', 0.009, wt - wb, (wx - ww / 2 + ww * (k + 0.5) / 8, 0.10, (wb + wt) / 2), iron, seg=12)
for z in (wb + 0.35, wt - 0.35):
    box('gh', (ww, 0.02, 0.025), (wx, 0.10, z), iron, 0.003)
for x in (-ww / 2, 0, ww / 2):
    box('gf', (0.06, 0.06, wt - wb), (wx + x * 0.96, 0.30, (wb + wt) / 2), teal, 0.008)
# stitched sign: teal cloth on a board, a running stitch along its edge, a bobbin of three colours, no letters
bx, bz, bw, bh = -0.62, 2.22, 0.98, 0.66
cloth = fabric('sign', '#0e4748', '#0a3839', 420, 0.9, 0.4, 0.6)
box('board', (bw + 0.06, 0.05, bh + 0.06), (bx, -0.045, bz), teak, 0.01)
box('cloth', (bw, 0.03, bh), (bx, -0.075, bz), cloth, 0.012)
gold = plain('gold', '#e3b256', 0.6)
for horizontal in (0, 1):
    for sg in (-1, 1):
        L, n = (bw, 15) if horizontal else (bh, 10)
        for k in range(n):
            c = (k + 0.5) / n * (L - 0.10) - (L - 0.10) / 2
            p, q = c - (L - 0.1) / n * 0.3, c + (L - 0.1) / n * 0.3
            at = lambda t: (bx + t, -0.094, bz + sg * (bh / 2 - 0.05)) if horizontal else (bx + sg * (bw / 2 - 0.05), -0.094, bz + t)
            tube('st', [at(p), at(q)], 0.0065, gold, 2)
for k, c in enumerate(('#e3b256', '#efe6d6', '#c8703a', '#efe6d6', '#e3b256')):
    z = bz - 0.13 + k * 0.065
    tube('thr', [(bx - 0.115, -0.098, z), (bx + 0.115, -0.098, z + 0.018)], 0.026, plain('t%d' % k, c, 0.6), 2)
for sg in (-1, 1):
    box('flange', (0.34, 0.03, 0.045), (bx, -0.10, bz + sg * 0.20), plain('fl', '#efe6d6', 0.6), 0.012)
tube('arm', [(bx, 0, bz + 0.62), (bx, -0.24, bz + 0.70), (bx, -0.42, bz + 0.60), (bx, -0.44, bz + 0.50)], 0.012, iron, 8)
lathe('gsh', [(0.11, 0), (0.085, 0.05), (0.03, 0.09), (0, 0.10)], iron, (bx, -0.44, bz + 0.43), 32)
# lantern over the door
tube('larm', [(dx, 0, z0 + dh + 0.42), (dx, -0.22, z0 + dh + 0.50), (dx, -0.34, z0 + dh + 0.42)], 0.013, iron, 8)
lathe('lant', [(0.02, 0.20), (0.09, 0.15), (0.11, 0.13)], iron, (dx, -0.34, z0 + dh + 0.20), 6)
lathe('lglass', [(0.075, 0), (0.10, 0.13)], emit('lg', '#ffd9a0', 4), (dx, -0.34, z0 + dh + 0.20), 6)
# pavement, kerb, wet lane
pv = M('pave', '#8d8478', 0.55, spec=0.35)
t = pv.n.new('ShaderNodeTexBrick')
pv.link(pv.coords('Object'), t.inputs['Vector'])
for k, q in (('Scale', 1), ('Brick Width', 0.6), ('Row Height', 0.4), ('Mortar Size', 0.008)):
    t.inputs[k].default_value = q
for k, c in (('Color1', '#8f867a'), ('Color2', '#766e64'), ('Mortar', '#3d3833')):
    t.inputs[k].default_value = hexc(c)
pv.set('Base Color', t.outputs['Color'])
pv.set('Roughness', pv.math('ADD', 0.22, pv.math('MULTIPLY', pv.noise(pv.coords(), 1.6, 4), 0.5)))
pv.bump(pv.math('SUBTRACT', pv.math('MULTIPLY', pv.noise(pv.coords(), 26, 3), 0.3), t.outputs['Fac']), 0.5, 0.01)
box('pave', (20, 1.85, 0.15), (0, -0.92, 0.075), pv.m, 0)
box('kerb', (20, 0.14, 0.17), (0, -1.92, 0.08), stone, 0.02)
wet = M('wet', '#26282b', 0.2, spec=0.6)
wet.set('Roughness', wet.math('ADD', 0.06, wet.math('MULTIPLY', wet.math('POWER', wet.noise(wet.coords(), 0.9, 5), 1.6), 0.9)))
wet.bump(wet.noise(wet.coords(), 38, 4), 0.16, 0.012)
obj_from('lane', [(-20, -20, 0), (20, -20, 0), (20, -1.9, 0), (-20, -1.9, 0)], [(0, 1, 2, 3)], wet.m)
# plants
pot(dx - dw / 2 - 0.42, -0.42, 0.42, 0.20, clay, green, 1)
pot(dx + dw / 2 + 0.42, -0.42, 0.42, 0.20, clay, green, 5)
pot(-3.1, -0.40, 0.34, 0.19, clay, green, 8, up=0.55)
pot(-3.65, -0.36, 0.46, 0.24, clay, green, 11, up=0.9)
droop = lambda r: Vector((lambda u: (-5.4 + 4.3 * u + r.gauss(0, 0.12), -0.10 + r.uniform(-0.28, 0.05), 4.12 - 0.55 * math.exp(-(((u - 0.25) / 0.28) ** 2)) - abs(r.gauss(0, 0.24)) - 0.5 * r.random() ** 3))(r.random()))
leaves('vine', droop, 1500, 0.11, green, 3)
leaves('bloom', droop, 620, 0.075, flower, 4)
for k, (za, zb, sag) in enumerate(((3.62, 3.95, 0.28), (3.70, 3.86, 0.34), (3.92, 3.78, 0.22))):  # wires across the lane
    tube('wire', [(-7 + 14 * i / 20, -1.6 - 0.1 * k, za + (zb - za) * i / 20 - sag * math.sin(math.pi * i / 20)) for i in range(21)], 0.008, iron, 2)
rickshaw(3.4, -2.42, 187)
# ---- light
area('hall', (dx, 1.7, z0 + 2.8), (dx, 1.6, 0), 1.6, 120, '#ffc27d')
area('spill', (dx, 0.5, z0 + 2.3), (dx, -2.2, 0), 0.9, 110, '#ffbd74')
p = point((dx, -0.36, z0 + dh + 0.14), 55, '#ffc68a', 0.06)
p.visible_glossy = False
l = area('signl', (bx, -0.42, bz + 0.46), (bx, -0.06, bz), 0.16, 11, '#ffd9a8')
l.visible_glossy = False
area('sky', (-4, -9, 9), (0, 0, 1), 12, 1050, '#8fb0ea')
area('street', (-7, -4.5, 3.4), (2.5, -1.6, 0.8), 0.7, 330, '#ffb070')
camera((0.30, -8.7, 1.5), (0.30, 0, 1.5), 27)
render(a.out, a.w, a.h, a.spp, bounces=4, clamp=3)
