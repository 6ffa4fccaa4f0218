# a trucker jacket taken apart: the cut pieces laid out flat, every trim beside its place; seen from above, 1 unit = 4 cm
import numpy as np
from trims import *


def edge_of(runs, step):
    """points at equal distances along the curves of a piece; the ends of each run stay corners"""
    P = []
    for run in runs:
        L = sum((Vector(q) - Vector(p)).length for p, q in zip(run, run[1:]))
        P += [(p.x, p.y) for p in spline([(x, y, 0) for x, y in run], max(1, round(L / step)))[:-1]]
    return np.array(P)


def distance(P, line, closed=False):
    """distance of points to a broken line"""
    A = np.asarray(line, float)
    B = np.roll(A, -1, 0) if closed else A[1:]
    D = np.full(len(P), 1e9)
    for a, b in zip(A, B):
        d = b - a
        t = np.clip(((P - a) @ d) / max(1e-12, d @ d), 0, 1)
        D = np.minimum(D, np.hypot(*(P - a - t[:, None] * d).T))
    return D


def inside(P, E):
    c = np.zeros(len(P), bool)
    for a, b in zip(E, np.roll(E, 1, 0)):
        with np.errstate(divide='ignore', invalid='ignore'):
            c ^= ((a[1] > P[:, 1]) != (b[1] > P[:, 1])) & (P[:, 0] < (b[0] - a[0]) * (P[:, 1] - a[1]) / (b[1] - a[1]) + a[0])
    return c


def noise2(P, sx, sy, seed, ang=0.0):
    c, s_ = math.cos(ang), math.sin(ang)
    return np.array([mnoise.noise(((x * c + y * s_) * sx, (y * c - x * s_) * sy, seed)) for x, y in P])


class Piece:
    """a cut piece of cloth: rounded edge, seams pressed in with their pucker, worn ridges, soft folds"""

    def __init__(self, name, runs, mat, z=0.0, t=0.14, seams=(), folds=(), seed=1, res=0.085, roll=0.16, drape=0.05, grain=0.0, tilt=None, flip=False):
        from mathutils.geometry import delaunay_2d_cdt

        sg = -1 if flip else 1
        mirror = lambda line: [(sg * x, y) for x, y in line]
        self.E = edge_of([mirror(r) for r in runs], res)
        self.seams = [edge_of([mirror(q)], 0.2) if len(q) > 2 else np.array(mirror(q)) for q in seams]
        self.folds = [(sg * a, b, sg * c, d, w, h) for a, b, c, d, w, h in folds]
        self.t, self.roll, self.drape, self.seed, self.grain, self.tilt, self.z = t, roll, drape, seed, sg * grain, tilt, z
        (x0, y0), (x1, y1) = self.E.min(0), self.E.max(0)
        rows = np.arange(y0, y1, res * 0.866)
        G = np.array([(x + (j % 2) * res / 2, y) for j, y in enumerate(rows) for x in np.arange(x0, x1, res)])
        G = G[inside(G, self.E)]
        G = G[distance(G, self.E, True) > 0.5 * res]
        P = np.vstack([self.E, G])
        n = len(self.E)
        vs, _, fs, *_ = delaunay_2d_cdt([Vector(p) for p in P], [(i, (i + 1) % n) for i in range(n)], [], 1, 1e-6)
        P = np.array([tuple(v) for v in vs])
        H, W = self.height(P, True)
        o = self.o = obj_from(name, [(x, y, h) for (x, y), h in zip(P, H)], [tuple(f) for f in fs], mat, True)
        o.location.z = z
        uv = o.data.uv_layers.new()
        co = np.array([P[lp.vertex_index] for lp in o.data.loops])
        c, s_ = math.cos(self.grain), math.sin(self.grain)
        uv.data.foreach_set('uv', np.column_stack([co[:, 0] * c + co[:, 1] * s_, co[:, 1] * c - co[:, 0] * s_]).ravel())
        at = o.data.color_attributes.new('wear', 'FLOAT_COLOR', 'POINT')
        at.data.foreach_set('color', np.column_stack([W, W, W, np.ones(len(W))]).astype(np.float32).ravel())

    def height(self, P, wear=False):
        P = np.asarray(P, float)
        d = distance(P, self.E, True)
        q = np.clip(d / self.roll, 0, 1)
        z = self.t * np.sqrt(1 - (1 - q) ** 2)
        w = np.exp(-((d / 0.10) ** 2)) * 0.9
        pucker = noise2(P, 3.4, 3.4, self.seed + 9)
        near = np.exp(-((d / 0.30) ** 2))
        for line in self.seams:
            ds = distance(P, line)
            z -= 0.075 * np.exp(-((ds / 0.05) ** 2)) * q
            z += 0.045 * np.exp(-(((ds - 0.16) / 0.10) ** 2)) * q
            w += 0.55 * np.exp(-(((ds - 0.11) / 0.07) ** 2))
            near = np.maximum(near, np.exp(-((ds / 0.32) ** 2)))
        z += 0.055 * pucker * near * q
        soft = np.clip(d / 0.7, 0, 1)
        z += self.drape * (2.2 * noise2(P, 0.28, 0.55, self.seed, self.grain + 1.35) + noise2(P, 0.8, 1.5, self.seed + 4, self.grain + 1.2)) * soft
        for x0, y0, x1, y1, wd, hh in self.folds:
            a, b = np.array((x0, y0)), np.array((x1, y1))
            ab = b - a
            s_ = np.clip(((P - a) @ ab) / (ab @ ab), 0, 1)
            n = np.array((-ab[1], ab[0])) / np.hypot(*ab)
            c = a + s_[:, None] * ab + 0.10 * np.sin(s_ * 4 + self.seed)[:, None] * n
            side = (P - c) @ n
            dd = np.hypot(*(P - c).T)
            f = np.exp(-np.where(side > 0, (dd / wd) ** 2, (dd / (wd * 2.1)) ** 2)) * np.sin(math.pi * np.clip(s_, 0.03, 0.97)) ** 0.8
            z += hh * f * soft
            w += 0.16 * f * soft
        if self.tilt:
            z += self.tilt(P)
        w = np.clip(w * (0.55 + 0.9 * noise2(P, 2.2, 2.2, self.seed + 2)) + 0.07 * noise2(P, 0.35, 0.35, self.seed + 6), 0, 1)
        return (z, w) if wear else z

    def on(self, line, lift=0.0, step=0.05):
        """points of a line laid on the piece"""
        L = edge_of([line], step) if len(line) > 2 else np.linspace(line[0], line[1], max(2, int(math.dist(*line) / step)))
        return [(x, y, h + self.z + lift) for (x, y), h in zip(L, self.height(L))]


def drill(name, color, worn):
    """denim twill: steep ribs of dark warp over pale weft, bleached where the cloth is worn"""
    b = M(name, color, 0.92, spec=0.12)
    b.p.inputs['Sheen'].default_value = 0.15
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(b.coords('UV'), sx.inputs[0])
    u, v = sx.outputs[0], sx.outputs[1]
    rib = b.math('SINE', b.math('MULTIPLY', b.math('ADD', u, b.math('MULTIPLY', v, 0.5)), 2 * math.pi / 0.062))
    yarn = b.noise(b.coords('UV', (13, 0.8, 1)), 2.0, 5)  # uneven warp threads run down the cloth
    grit = b.noise(b.coords('UV'), 38, 3)
    cloud = b.noise(b.coords('UV'), 0.8, 4)
    h = b.math('ADD', b.math('MULTIPLY', rib, 0.5), b.math('MULTIPLY', grit, 0.8))
    b.bump(h, 0.55, 0.02)
    wa = b.n.new('ShaderNodeAttribute')
    wa.attribute_name = 'wear'
    base = b.mix(b.math('ADD', b.math('MULTIPLY', yarn, 0.55), b.math('MULTIPLY', cloud, 0.45)), dark(color, 0.66), tuple(min(1, q * 1.22) for q in hexc(color)[:3]) + (1,))
    base = b.mix(b.math('MULTIPLY', b.math('ADD', rib, 1.0), 0.10), base, worn)
    fade = b.math('MULTIPLY', wa.outputs['Fac'], b.math('ADD', 0.25, b.math('MULTIPLY', grit, 1.1)))
    b.set('Base Color', b.mix(fade, base, worn))
    return b.m


def topstitch(points, m, r=0.021, on=0.15, off=0.07):
    """a row of thread: short rounded stitches that dive into the cloth"""
    P = spline(points, max(8, int(sum(math.dist(p, q) for p, q in zip(points, points[1:])) / 0.03)))
    cu = bpy.data.curves.new('stitch', 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = r
    cu.bevel_resolution = 2
    a, b = max(3, round(on / 0.03)), max(1, round(off / 0.03))
    for k in range(0, len(P) - a, a + b):
        sp = cu.splines.new('POLY')
        sp.points.add(a)
        for q in range(a + 1):
            sp.points[q].co = (*(P[k + q] + Vector((0, 0, 0.022 * math.sin(math.pi * q / a) - 0.008))), 1)
    o = bpy.data.objects.new('stitch', cu)
    bpy.context.collection.objects.link(o)
    cu.materials.append(m)


def buttonhole(piece, x, y, ang, L, m, slit):
    """a slit between two rows of dense thread"""
    c, s_ = math.cos(ang), math.sin(ang)
    z = float(piece.height([(x, y)])[0]) + piece.z
    for k in (-1, 1):
        n = int(L / 0.028)
        for i in range(n + 1):
            u = (i / n - 0.5) * L
            p = [Vector((x + u * c - v * s_, y + u * s_ + v * c, z + dz)) for v, dz in ((k * 0.012, 0.0), (k * 0.04, 0.04), (k * 0.075, 0.0))]
            tube('bh', p, 0.015, m, 2).data.bevel_resolution = 1
    box('slit', (L * 0.92, 0.035, 0.02), (x, y, z + 0.05), slit, 0.005, 2, (0, 0, ang))


def shank(x, y, z, m, dark_m, r=0.40):
    """jeans button from above: a rolled rim, a ring of dots, a raised middle"""
    lathe('jb', [(0, 0.20), (r * 0.30, 0.19), (r * 0.42, 0.15), (r * 0.50, 0.13), (r * 0.72, 0.13), (r * 0.78, 0.16), (r * 0.88, 0.19), (r * 0.97, 0.15), (r, 0.08), (r * 0.94, 0.0), (0, 0)], m, (x, y, z), 72)
    for k in range(20):
        q = k / 20 * 2 * math.pi
        lathe('dot', [(0, 0.028), (0.016, 0.022), (0.026, 0)], m, (x + r * 0.61 * math.cos(q), y + r * 0.61 * math.sin(q), z + 0.128), 10)
    cyl('stem', r * 0.30, 0.34, (x, y, z - 0.16), dark_m, seg=24)


def scene_apart():
    m = drill('drill', '#08373b', '#5c918c')
    lining = drill('lining', '#9c5a28', '#d0935c')
    gold = thread_m('gold', '#d9a441')
    brass = metal('brass', '#b98d46', 0.33)
    coal = plain('coal', '#122b2b', 0.9)
    spots = {}

    # ---- the cloth. The wearer's left is on the right; the other half is its mirror image
    back = [[(-5.0, 4.0), (-2.1, 5.25)], [(-2.1, 5.25), (-1.2, 5.22), (0, 5.2), (1.2, 5.22), (2.1, 5.25)], [(2.1, 5.25), (5.0, 4.0)], [(5.0, 4.0), (4.3, 2.0), (5.0, 0.7)], [(5.0, 0.7), (4.7, -5.3)], [(4.7, -5.3), (-4.7, -5.3)], [(-4.7, -5.3), (-5.0, 0.7)], [(-5.0, 0.7), (-4.3, 2.0), (-5.0, 4.0)]]
    Piece('back', back, lining, 0.0, 0.10, seams=[[(-3.2, 3.1), (3.2, 3.1)]], seed=31, drape=0.03)
    front = [
        [(1.55, 4.05), (1.62, 4.45), (1.95, 4.95), (2.45, 5.3)],
        [(2.45, 5.3), (3.9, 4.92), (5.35, 4.42)],
        [(5.35, 4.42), (4.95, 3.4), (4.78, 2.3), (5.05, 1.35), (5.75, 0.8)],
        [(5.75, 0.8), (5.55, -1.2), (5.35, -3.4), (5.3, -5.55)],
        [(5.3, -5.55), (3.4, -5.62), (1.55, -5.6)],
        [(1.55, -5.6), (1.55, 4.05)],
    ]
    yoke = [(1.55, 2.05), (3.2, 2.05), (4.8, 2.2)]
    vees = [[(2.15, 2.0), (2.5, -1.8), (2.85, -5.6)], [(4.35, 2.1), (4.1, -1.8), (3.75, -5.6)]]
    sleeve = [
        [(6.0, 4.75), (6.75, 4.62), (7.45, 4.15), (8.0, 3.4), (8.9, 1.7), (9.8, -0.5), (10.35, -2.6), (10.72, -4.85)],
        [(10.72, -4.85), (9.8, -4.8), (8.72, -4.52)],
        [(8.72, -4.52), (8.15, -2.6), (7.5, -0.9), (7.0, -0.1), (6.45, 0.62)],
        [(6.45, 0.62), (5.78, 1.35), (5.52, 2.3), (5.66, 3.4), (6.0, 4.75)],
    ]
    cuff = [[(8.68, -4.95), (9.85, -5.25), (10.82, -5.28)], [(10.82, -5.28), (10.98, -6.5)], [(10.98, -6.5), (9.9, -6.5), (8.98, -6.22)], [(8.98, -6.22), (8.68, -4.95)]]
    band = [[(1.5, -6.05), (3.4, -6.1), (5.35, -6.0)], [(5.35, -6.0), (5.35, -7.15)], [(5.35, -7.15), (3.4, -7.25), (1.5, -7.2)], [(1.5, -7.2), (1.5, -6.05)]]
    flap = [[(2.12, 2.5), (4.4, 2.55)], [(4.4, 2.55), (4.42, 1.55)], [(4.42, 1.55), (3.28, 1.08)], [(3.28, 1.08), (2.14, 1.5)], [(2.14, 1.5), (2.12, 2.5)]]
    outer = [(3.5, 3.6), (3.3, 4.3), (2.65, 5.25), (1.9, 6.02), (1.0, 6.36), (0, 6.42)]
    inner = [(2.35, 2.75), (1.95, 3.7), (1.62, 4.6), (1.45, 5.3), (1.1, 5.72), (0.6, 5.9), (0, 5.95)]
    mirror = lambda line: [(-x, y) for x, y in line[::-1]]
    point = [(2.35, 2.75), (2.9, 3.25), (3.5, 3.6)]
    leaf = [outer + mirror(outer)[1:], mirror(point), [(-x, y) for x, y in inner] + inner[-2::-1], point]
    for k, flip in ((1, True), (0, False)):
        sg = -1 if flip else 1
        F = lambda line: [(sg * x, y) for x, y in line]
        off = lambda line, dx, dy: [(x + dx, y + dy) for x, y in line]
        B = Piece('front', front, m, 0.24, 0.17, [yoke, *vees, [(1.98, 4.3), (1.98, -5.6)]], [(5.2, 0.9, 3.9, 0.0, 0.14, 0.10), (5.3, -0.3, 4.1, -1.5, 0.16, 0.08), (5.2, 1.3, 4.3, 1.0, 0.12, 0.09), (2.2, -3.2, 3.4, -4.3, 0.16, 0.06), (4.6, 4.3, 3.6, 3.2, 0.16, 0.07), (5.2, -3.0, 4.2, -4.0, 0.15, 0.07)], 3 + 4 * k, flip=flip)
        for line in (off(yoke, 0, 0.10), off(yoke, 0, 0.24), off(vees[0], 0.09, 0), off(vees[0], 0.22, 0), off(vees[1], -0.09, 0), off(vees[1], -0.22, 0), [(1.66, 4.0), (1.66, -5.5)], [(1.90, 4.2), (1.90, -5.5)]):
            topstitch(B.on(F(line), 0.012), gold)
        elbow = [(7.15, -0.1, 8.3, 0.5, 0.13, 0.15), (7.5, -0.75, 8.8, -0.35, 0.14, 0.16), (7.85, -1.6, 9.2, -1.5, 0.14, 0.13), (9.6, -0.3, 8.6, 0.35, 0.14, 0.10), (10.1, -1.7, 9.0, -1.1, 0.14, 0.10), (6.35, 1.35, 7.4, 2.4, 0.16, 0.12), (6.1, 2.4, 7.0, 3.2, 0.15, 0.09), (8.9, -3.6, 9.8, -3.0, 0.14, 0.10), (10.3, -3.4, 9.5, -3.9, 0.14, 0.08), (8.7, 2.1, 7.7, 1.5, 0.16, 0.08)]
        seam = [(6.65, 4.6), (7.5, 2.0), (8.6, -0.9), (9.35, -2.9), (9.75, -4.8)]
        S = Piece('sleeve', sleeve, m, 0.12, 0.26, [seam], elbow, 11 + 5 * k, roll=0.34, drape=0.06, grain=0.42, flip=flip)
        for dx in (0.09, 0.22):
            topstitch(S.on(F(off(seam, dx, 0.04)), 0.012), gold)
        C = Piece('cuff', cuff, m, 0.10, 0.22, [], [], 23 + k, roll=0.14, drape=0.02, grain=0.16, flip=flip)
        ring = [(8.84, -5.08), (9.85, -5.37), (10.7, -5.40), (10.84, -6.37), (9.92, -6.37), (9.09, -6.12), (8.84, -5.08)]
        for p, q in zip(ring, ring[1:]):
            topstitch(C.on(F([p, q]), 0.012), gold)
        buttonhole(C, sg * 9.32, -5.75, sg * -0.20, 0.46, gold, coal)
        W = Piece('band', band, m, 0.16, 0.22, [], [], 27 + k, roll=0.14, drape=0.03, flip=flip)
        for p, q in (((1.62, -6.18), (5.23, -6.13)), ((1.62, -7.07), (5.23, -7.02)), ((1.63, -6.2), (1.63, -7.05))):
            topstitch(W.on(F([p, q]), 0.012), gold)
        P = Piece('flap', flap, m, 0.78, 0.14, [], [], 37 + k, roll=0.12, drape=0.03, flip=flip)
        for ins in (0.11, 0.24):
            pts = [(2.12 + ins, 2.4), (2.14 + ins, 1.5 + ins * 0.75), (3.28, 1.08 + ins * 1.1), (4.42 - ins, 1.55 + ins * 0.75), (4.4 - ins, 2.45)]
            for p, q in zip(pts, pts[1:]):
                topstitch(P.on(F([p, q]), 0.012), gold)
        buttonhole(P, sg * 3.27, 1.60, math.pi / 2, 0.42, gold, coal)
        shank(sg * 3.26, 0.42, 0.95, brass, coal)
        shank(sg * 9.75, -7.15 + 0.0, 0.75, brass, coal, 0.36)
    fall = lambda Q: 0.30 * np.clip((Q[:, 1] - 3.0) / 3.2, 0, 1) ** 0.8
    K = Piece('leaf', leaf, m, 0.70, 0.17, [], [(2.0, 4.8, 2.9, 3.7, 0.2, 0.05), (-2.1, 4.9, -2.9, 3.8, 0.2, 0.05)], 41, roll=0.15, drape=0.03, grain=0.5, tilt=fall)
    rim = [(3.36, 3.66), (3.17, 4.27), (2.53, 5.2), (1.82, 5.93), (0.95, 6.24), (0.0, 6.30)]
    topstitch(K.on(rim + mirror(rim)[1:], 0.012), gold)
    for sg in (1, -1):
        for line in ([(3.36, 3.66), (2.90, 3.38), (2.40, 2.95)], [(2.40, 2.95), (2.05, 3.75), (1.74, 4.6), (1.57, 5.3)]):
            topstitch(K.on([(sg * x, y) for x, y in line], 0.012), gold)
    buttonhole(W, 2.2, -6.62, 0, 0.46, gold, coal)
    shank(-0.35, -6.62, 0.5, brass, coal, 0.38)
    stand = [[(-1.62, 5.45), (-1.2, 5.15), (-0.6, 5.02), (0, 4.98), (0.6, 5.02), (1.2, 5.15), (1.62, 5.45)], [(1.62, 5.45), (1.25, 5.95), (0.6, 6.14), (0, 6.18), (-0.6, 6.14), (-1.25, 5.95), (-1.62, 5.45)]]
    Piece('stand', stand, lining, 0.50, 0.12, [], [], 51, drape=0.02)

    # ---- the trims
    oak = wood('hoak', '#d0a873', '#a87a49', 1.0, 'X', 0.32, bump=0.04)
    h = hanger(oak, brass, flare=0.12, hook=0.026)
    h.scale = (1.95,) * 3
    h.location = (0, 7.7, 1.0)
    h.rotation_euler = (R(-90), 0, R(-3))
    spots['hanger'] = (1.9, 7.35, 1.2)
    # an open-end zipper in the gap of the fronts, half open
    y0, y1 = -5.75, 4.15
    n = 240
    C = [Vector((0, y0 + (y1 - y0) * q / n, 0.42)) for q in range(n + 1)]
    at = 4.7
    zipper('z', C, twill('zt', '#efe4cf', 40), brass, gap=lambda s_: 0.0 if s_ < at else 0.088 * (s_ - at) ** 2 / (s_ - at + 1.0) ** 0.62, w=0.62, sc=0.92, stop=(at - 0.42, at + 0.30))
    slider(brass, Vector((0, y0 + at, 0.44)), 0, 0.92, 12, 2)
    box('pin', (0.30, 0.62, 0.20), (0, y0 + 0.10, 0.46), brass, 0.06, 4)
    spots['zipper'] = (0, -2.2, 0.5)
    spots['button'] = (-3.26, 0.42, 1.0)
    # main label at the back neck, ends turned under
    lm = labelm('lb', 'label1', 0.92, 1.44, 0)
    C = [Vector((-0.72 + 1.44 * q / 30, 3.95, 0.30 + 0.08 * math.sin(math.pi * q / 30))) for q in range(31)]
    strip('lab', C, [Vector((0, -1, 0))] * 31, 0.92, lm, 9, 0.03)
    spots['label'] = (0, 3.95, 0.5)
    # hang tag, its string through the buttonhole of the collar
    cord = thread_m('cordm', '#efe0c2', 0.8)
    hang_tag('tag0', 2.3, 4.0, (-8.7, 6.2, 0.5), (R(3), R(-3), R(18)), brass, [(0, 1.5, -0.1), (0.02, 1.8, 0.1), (0.7, 2.5, 0.0), (2.2, 2.3, -0.1), (3.6, 1.2, 0.1), (4.7, -0.2, 0.4), (5.05, -1.3, 0.75), (4.7, -0.9, 0.6), (3.4, 0.6, 0.2), (1.8, 1.9, 0.0), (0.3, 2.1, 0.05), (-0.02, 1.7, 0.12), (0, 1.5, -0.1)], cord)
    spots['hang-tag'] = (-8.7, 6.0, 0.6)
    # elastic: its loose end lies along the waistband
    C, W = roll(-12.9, -5.4, 0.5, 8, 0.125, 1.1, -1.75, 5.4, 0.05, 2.6, 0.0, 3)
    strip('elr', C, W, 1.1, weave('ela', '#efe6d6', 7, 26, 0.8, 0.6, 0.8, 0.035), 8, 0.10)
    spots['elastic'] = (-12.9, -5.4, 1.1)
    # thread: its end is the stitching of the cuff
    e, tm = spool(13.3, -5.2, 1.0, '#d9a441', wood('sw', '#c99d68', '#a67c4c', 0.55, 'Z', 0.4, bump=0.04), 0.95, (R(90), 0, R(24)), 8)
    tube('tl', spline([(14.0, -6.3, 1.75), (13.7, -4.0, 1.5), (13.2, -2.3, 0.5), (12.3, -1.9, 0.1), (11.7, -3.0, 0.1), (11.4, -4.6, 0.25), (10.9, -5.3, 0.40), (10.6, -5.42, 0.36)], 60), 0.03, tm, 6)
    spots['thread'] = (13.85, -6.2, 1.7)
    flow('rib', [(8.3, 7.6), (9.4, 6.75), (10.7, 6.7), (11.9, 7.4), (13.1, 7.35), (13.9, 6.3), (13.7, 5.0), (12.6, 4.3)], 1.3, silk('rb', '#a9521d', 0.30), (0.30, 0.72))
    spots['ribbon'] = (12.6, 7.4, 0.5)
    Cl = spline([(-7.2, -8.75, 0.3), (-3.4, -8.45, 0.5), (0.3, -8.7, 0.4), (4.0, -8.45, 0.5), (7.2, -8.8, 0.3)], 160)
    strip('lace', Cl, [Vector((0, -1, 0))] * 161, 1.9, lacem('lac', 'lace1', '#1d5a58', 1.6, 1.9), 20, 0)
    spots['lace'] = (-3.9, -8.5, 0.6)

    cloth_ground('#eee0c8', '#d8c6a6', 62, 80, 0.02).location.z = -0.06
    area('key', (-17, 13, 15), (1, -1, 0), 5, 13000, '#fff0dd')
    area('rim', (18, 10, 10), (0, -1, 0.3), 5, 1700, '#fff7ea', 9)
    area('fill', (4, -20, 18), (0, 0, 0), 14, 800, '#eaf2ff')
    world('#fff4e6', 0.24)
    sky = area('sky', (2, 7, 38), (0, 0, 0), 15, 5200, '#fff6e6')  # only for the metal to mirror
    sky.visible_diffuse = False
    camera((0, -0.7, 44), (0, -0.2, 0), 49)
    from bpy_extras.object_utils import world_to_camera_view

    s.render.resolution_x, s.render.resolution_y = 2160, 1350
    bpy.context.view_layer.update()
    for k, p in spots.items():
        v = world_to_camera_view(s, s.camera, Vector(p))
        print('RENDER hotspot %s %.1f %.1f' % (k, v.x * 100, (1 - v.y) * 100))
