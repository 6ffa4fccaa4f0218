# garments lying flat: folded shirts in poly bags, and a jacket with its trims lifted off
from trims import *


def pad(w, h, t, r, seed, mat, name='pad', e=None, wr=0.03, n=(90, 120), folds=()):
    """soft rectangular layer: rounded corners and edges, gentle wrinkles; z from 0"""
    e = e or t * 1.3

    def fx(u, v):
        x, y = (2 * u - 1) * w / 2, (2 * v - 1) * h / 2
        cx, cy = math.copysign(w / 2 - r, x), math.copysign(h / 2 - r, y)
        dx, dy = x - cx, y - cy
        if abs(x) > w / 2 - r and abs(y) > h / 2 - r:
            k = max(abs(dx), abs(dy)) / max(1e-6, math.hypot(dx, dy))
            x, y = cx + dx * k, cy + dy * k
            d = r - math.hypot(x - cx, y - cy)
        else:
            d = min(w / 2 - abs(x), h / 2 - abs(y))
        q = min(1, max(0, d / e))
        z = t * math.sqrt(max(0, 1 - (1 - q) ** 2))
        z += wr * q * (mnoise.noise((x * 0.8, y * 0.45, seed)) + 0.5 * mnoise.noise((x * 2.1, y * 1.1, seed + 5)))
        for x0, y0, x1, y1, wd, hh in folds:
            ax, ay = x1 - x0, y1 - y0
            L2 = ax * ax + ay * ay
            s_ = ((x - x0) * ax + (y - y0) * ay) / L2
            if -0.1 < s_ < 1.1:
                s_ = min(1, max(0, s_))
                dd = math.hypot(x - x0 - ax * s_, y - y0 - ay * s_)
                z += hh * math.exp(-((dd / wd) ** 2)) * math.sin(math.pi * min(1, max(0.02, s_))) ** 0.7
        b = 0.012 * mnoise.noise((x * 3, y * 3, seed)) * (1 - q)
        return (x * (1 + b), y * (1 + b), z)

    v, f = grid(n[0], n[1], fx)
    o = obj_from(name, v, f, mat, True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        c = o.data.vertices[lp.vertex_index].co
        uv.data[lp.index].uv = (c.x, c.y)
    o['fx'] = 0
    return o, fx


def ray(o, x, y, z0=50.0):
    """height of a mesh under (x, y), in its own space"""
    from mathutils.bvhtree import BVHTree

    key = o.name
    if key not in ray.cache:
        ray.cache[key] = BVHTree.FromPolygons([v.co.copy() for v in o.data.vertices], [tuple(p.vertices) for p in o.data.polygons])
    hit = ray.cache[key].ray_cast(Vector((x, y, z0)), Vector((0, 0, -1)))
    return hit[0].z if hit[0] else 0.0


ray.cache = {}


def cotton(name, color, sc=46, stripe=None, coords='UV', strength=0.45):
    """shirting; stripe = (colour, period, share)"""
    b = M(name, color, 0.93, spec=0.15)
    b.p.inputs['Sheen'].default_value = 0.35
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(b.coords(coords), sx.inputs[0])
    x, y = b.math('MULTIPLY', sx.outputs[0], sc), b.math('MULTIPLY', sx.outputs[1], sc)
    w = b.math('MULTIPLY', b.math('SINE', x), b.math('SINE', y))
    nz = b.noise(b.coords(coords), 5, 5)
    b.bump(b.math('ADD', b.math('MULTIPLY', w, 0.5), nz), strength, 0.02)
    c = b.mix(b.math('ADD', b.math('MULTIPLY', w, 0.2), b.math('MULTIPLY', nz, 0.5)), dark(color, 0.80), hexc(color))
    if stripe:
        fr = b.math('FRACT', b.math('DIVIDE', sx.outputs[0], stripe[1]))
        c = b.mix(b.math('LESS_THAN', fr, stripe[2]), c, stripe[0])
    b.set('Base Color', c)
    return b.m


# outer edge of a collar's leaf, right half, front point to back; and how wide the neck is
ROUND = [(0.80, -1.02), (1.32, -0.50), (1.58, 0.22), (1.22, 0.98), (0, 1.30)], 0.78
POINTED = [(0.98, -1.22), (1.10, -0.72), (1.20, -0.20), (1.20, 0.32), (0.98, 0.78), (0.55, 1.04), (0, 1.12)], 0.64


def collar(mat, inner, z, at=(0, 0), sc=1.0, label_m=None, thick=0.045, cut=ROUND):
    """shirt collar lying open: leaf, stand, neck; the origin is its front"""
    P, neck = cut

    def E(t):
        q = spline([Vector((x, y, 0)) for x, y in P], 40)
        return q[round(t * 40)]

    V, F, UV = [], [], []
    nu, nv = 81, 14
    ez = lambda t: 0.05 + 0.05 * t + 0.16 * max(0, t - 0.55) / 0.45
    for i in range(nu):
        t = abs(2 * i / (nu - 1) - 1)  # 1 at both fronts ... 0 at the back
        t = 1 - t
        sg = 1 if i < nu / 2 else -1
        th = R(-90) + t * R(180)
        f = Vector((sg * neck * math.cos(th) + sg * 0.03, 0.40 + 0.40 * math.sin(th), 0.20 + 0.42 * t**1.3))
        e = E(t).copy()
        e.x *= sg
        e.z = ez(t)
        for j in range(nv):
            s_ = j / (nv - 1)
            p = f.lerp(e, s_)
            p.z += 0.13 * math.sin(math.pi * min(1, s_ * 1.15)) * (1 - 0.3 * t)
            p.z += 0.012 * mnoise.noise((p.x * 3, p.y * 3, 2))
            V.append(p)
            UV.append((i * 0.06, j * 0.08))
    for i in range(nu - 1):
        for j in range(nv - 1):
            F.append((i * nv + j, i * nv + j + 1, (i + 1) * nv + j + 1, (i + 1) * nv + j))
    parts = []

    def mk(V, F, UV, m, th):
        o = obj_from('collar', V, F, m, True)
        uv = o.data.uv_layers.new()
        for lp in o.data.loops:
            uv.data[lp.index].uv = UV[lp.vertex_index]
        if th:
            s_ = o.modifiers.new('s', 'SOLIDIFY')
            s_.thickness = th
            s_.offset = 0
        parts.append(o)
        return o

    mk(V, F, UV, mat, thick)
    # stitched line along the leaf
    # stand and neck
    V, F, UV = [], [], []
    for i in range(nu):
        t = 1 - abs(2 * i / (nu - 1) - 1)
        sg = 1 if i < nu / 2 else -1
        th = R(-90) + t * R(180)
        for j in range(6):
            s_ = j / 5
            V.append((sg * (neck - 0.05 * s_) * math.cos(th) + sg * 0.03, 0.40 + (0.40 - 0.03 * s_) * math.sin(th), (0.20 + 0.42 * t**1.3) * (1 - s_) + 0.02))
            UV.append((i * 0.06, j * 0.1))
    for i in range(nu - 1):
        for j in range(5):
            F.append((i * 6 + j, i * 6 + j + 1, (i + 1) * 6 + j + 1, (i + 1) * 6 + j))
    mk(V, F, UV, inner, 0)
    n = 48
    V = [(0, 0.40, 0.03)] + [((neck - 0.02) * math.cos(q / n * 6.2832), 0.40 + 0.40 * math.sin(q / n * 6.2832), 0.03) for q in range(n)]
    mk(V, [(0, 1 + q, 1 + (q + 1) % n) for q in range(n)], [(v[0], v[1]) for v in V], inner, 0)
    if label_m:
        C = [Vector((-0.34 + 0.68 * q / 12, 0.735 - 0.05 * abs(q / 6 - 1) ** 2, 0.30)) for q in range(13)]
        parts.append(strip('nl', C, [Vector((0, -0.25, -1)).normalized()] * 13, 0.34, label_m, 5, 0.01))
    e = bpy.data.objects.new('collar', None)
    bpy.context.collection.objects.link(e)
    for o in parts:
        o.parent = e
    e.location = (at[0], at[1], z)
    e.scale = (sc,) * 3
    return e


def stitches(pts, m, r=0.014, on=0.10, off=0.06, lift=0.02):
    L = 0.0
    P = spline(pts, max(8, int(sum((Vector(q) - Vector(p)).length for p, q in zip(pts, pts[1:])) / 0.04)))
    cu = bpy.data.curves.new('stitch', 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = r
    cu.bevel_resolution = 2
    k, n_on, n_off = 0, max(2, round(on / 0.04)), max(1, round(off / 0.04))
    while k + n_on < len(P):
        sp = cu.splines.new('POLY')
        sp.points.add(n_on)
        for q in range(n_on + 1):
            v = P[k + q] + Vector((0, 0, lift * math.sin(math.pi * q / n_on)))
            sp.points[q].co = (*v, 1)
        k += n_on + n_off
    o = bpy.data.objects.new('stitch', cu)
    bpy.context.collection.objects.link(o)
    cu.materials.append(m)
    return o


def folded_shirt(color, seed, stripe=None, label_m=None, btn=None):
    """shirt folded for packing, 4.7 x 6.5 units of 5 cm; an empty at its middle"""
    e = bpy.data.objects.new('shirt', None)
    bpy.context.collection.objects.link(e)
    m = cotton('sh%d' % seed, color, 60, stripe)
    inner = cotton('in%d' % seed, color, 60, None)
    P = []
    z = 0
    for k, (w, h, t) in enumerate(((4.72, 6.3, 0.16), (4.6, 6.42, 0.16), (4.7, 6.36, 0.20))):
        folds = ()
        if k == 2:
            r = random.Random(seed)
            folds = [
                (-1.0, 2.0, -2.1, 0.4, 0.16, 0.05),
                (1.0, 1.9, 2.2, 0.2, 0.18, 0.05),
                (-2.0, -1.0, -0.5, -2.2, 0.20, 0.05),
                (0.6, -1.8, 2.1, -2.7, 0.18, 0.05),
                (0.5, 0.2, 2.0, -0.5, 0.22, 0.04),
                (-2.1, 2.6, -1.1, 2.9, 0.16, 0.05),
            ]
        o, fx = pad(w, h, t, 0.30, seed * 7 + k, m, 'ly', t * 1.5, 0.045, folds=folds)
        o.location = (0.02 * (k - 1), 0.03 * (1 - k), z)
        z += t * 0.86
        P.append(o)
    top = P[-1]
    zt = top.location.z
    cy = 2.28
    hgt = lambda x, y: zt + ray(top, x - top.location.x, y - top.location.y)
    # placket and its stitches
    st = thread_m('st%d' % seed, color)
    V, F, UV = [], [], []
    n = 120
    for i in range(n + 1):
        y = cy + 0.02 - (cy + 3.17) * i / n
        for j, (x, dz) in enumerate(((-0.31, 0.0), (-0.30, 0.045), (0, 0.05), (0.30, 0.045), (0.31, 0.0))):
            V.append((x, y, hgt(x, y) + dz))
            UV.append((x, y))
    for i in range(n):
        for j in range(4):
            F.append((i * 5 + j, i * 5 + j + 1, (i + 1) * 5 + j + 1, (i + 1) * 5 + j))
    o = obj_from('placket', V, F, m, True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        uv.data[lp.index].uv = UV[lp.vertex_index]
    P.append(o)
    for x in (-0.24, 0.24):
        P.append(stitches([(x, cy - 0.2 - 0.3 * q, hgt(x, cy - 0.2 - 0.3 * q) + 0.052) for q in range(17)], st, 0.010, 0.08, 0.04, 0.008))
    for q in range(5):
        y = cy - 0.85 - 0.98 * q
        if btn:
            b = inst(btn[0], (0, y, hgt(0, y) + 0.05), (0, 0, q), 0.135, 'bt', btn[1])
            P.append(b)
    # chest pocket
    V, F, UV = [], [], []
    n = 30
    for i in range(n + 1):
        for j in range(n + 1):
            x, y = 0.72 + 1.25 * i / n, 0.95 - 1.40 * j / n
            if j > n * 0.86:
                y += 0.16 * abs(2 * i / n - 1) * (j / n - 0.86) / 0.14
            ed = min(i, n - i, n - j, j) / n
            V.append((x, y, hgt(x, y) + 0.035 * min(1, ed * 16)))
            UV.append((x + 0.03, y))
    for i in range(n):
        for j in range(n):
            F.append((i * (n + 1) + j, (i + 1) * (n + 1) + j, (i + 1) * (n + 1) + j + 1, i * (n + 1) + j + 1))
    o = obj_from('pocket', V, F, m, True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        uv.data[lp.index].uv = UV[lp.vertex_index]
    P.append(o)
    P.append(collar(m, inner, hgt(0, cy) + 0.01, (0, cy), 1.0, label_m))
    if btn:
        P.append(inst(btn[0], (0.0, cy - 0.06, hgt(0, cy) + 0.17), (R(20), 0, 0.5), 0.125, 'bt', btn[1]))
    for o in P:
        o.parent = e
    return e


def film_m():
    """clear film: nearly no body, a sharp glossy skin only where it turns or creases"""
    m = bpy.data.materials.new('film')
    m.use_nodes = True
    t = m.node_tree
    n = t.nodes
    n.clear()
    o = n.new('ShaderNodeOutputMaterial')
    tp = n.new('ShaderNodeBsdfTransparent')
    tp.inputs[0].default_value = (0.985, 0.99, 0.99, 1)
    gl = n.new('ShaderNodeBsdfGlossy')
    gl.inputs['Roughness'].default_value = 0.22
    lw = n.new('ShaderNodeLayerWeight')
    lw.inputs[0].default_value = 0.16
    mx = n.new('ShaderNodeMixShader')
    t.links.new(lw.outputs['Fresnel'], mx.inputs[0])
    t.links.new(tp.outputs[0], mx.inputs[1])
    t.links.new(gl.outputs[0], mx.inputs[2])
    t.links.new(mx.outputs[0], o.inputs[0])
    return m


def bag(seed, skin, seal, hgt=1.32):
    """film laid over one shirt: welded sides, creases running from corners and collar, flap with an adhesive strip"""
    w, h = 5.5, 7.7
    r = random.Random(seed)
    cr = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            for k in range(5):
                a_ = R(20 + 14 * k + r.uniform(-4, 4))
                x0, y0 = sx * (2.55 - 0.10 * k), sy * 3.25
                L = r.uniform(0.8, 2.2)
                cr.append((x0, y0, x0 - sx * L * math.cos(a_), y0 - sy * L * math.sin(a_), r.uniform(0.035, 0.06), r.uniform(0.03, 0.075)))
    for k in range(16):
        x0, y0 = r.uniform(-2.2, 2.2), r.uniform(-2.8, 2.4)
        a_ = R(r.choice((35, -40, 80, -75, 15)) + r.uniform(-12, 12))
        L = r.uniform(0.7, 2.0)
        cr.append((x0, y0, x0 + L * math.cos(a_), y0 + L * math.sin(a_), r.uniform(0.03, 0.07), r.uniform(0.015, 0.045)))
    sm = lambda q: max(0, min(1, q)) ** 2 * (3 - 2 * max(0, min(1, q)))

    def fx(u, v):
        x, y = (u - 0.5) * w, (v - 0.5) * h + 0.1
        p = sm((2.68 - abs(x)) / 0.34) * sm((3.42 - abs(y)) / 0.34)
        top = hgt - 0.62 * sm((1.9 - y) / 0.9) - 0.30 * sm((abs(x) - 1.5) / 0.7)
        z = 0.03 + max(0.62, top) * p
        z += 0.05 * mnoise.noise((x * 0.7, y * 0.7, seed)) * p
        for x0, y0, x1, y1, wd, hh in cr:
            ax, ay = x1 - x0, y1 - y0
            s_ = ((x - x0) * ax + (y - y0) * ay) / (ax * ax + ay * ay)
            if 0 < s_ < 1:
                dd = abs((x - x0) * ay - (y - y0) * ax) / math.hypot(ax, ay)
                if dd < wd * 3:
                    z += hh * math.exp(-((dd / wd) ** 2)) * math.sin(math.pi * s_) * (0.35 + 0.65 * p)
        z += 0.015 * math.sin(y * 7 + seed) * (1 - p) * sm((abs(x) - 2.45) / 0.2)
        return (x, y, z)

    v, f = grid(220, 300, fx)
    o = obj_from('film', v, f, skin, True)
    o.visible_shadow = False
    P = [o]
    for sx in (-1, 1):
        P.append(tube('weld', [(sx * w / 2 * 0.985, -h / 2 + 0.1 + h * q / 30, 0.035 + 0.015 * math.sin(q)) for q in range(31)], 0.016, seal, 2))
    P.append(box('adh', (w * 0.97, 0.22, 0.012), (0, -h / 2 + 0.42, 0.06), seal, 0.004))
    for q in P[1:]:
        q.visible_shadow = False
    return P


def scene_polybag():
    """folded shirts in clear bags: two in front, a stack behind; 1 unit = 5 cm"""
    skin = film_m()
    seal = M('seal', '#eef2f0', 0.35, spec=0.4).m
    bm_ = button_mesh('bt', 1.0, 0.30, 4, 'rim')
    pl = pearl('pearl')
    ho = resin('horn', '#8a5a34', '#4d2f1a')
    lm = [labelm('nl%d' % i, 'label%d' % i, 0.34, 0.68, 0, True) for i in (1, 3)]
    cols = {'teal': ('#1d6e69', None), 'cream': ('#efe6d6', ('#7fa5a0', 0.30, 0.16)), 'copper': ('#a9582a', None), 'navy': ('#24405c', None), 'ochre': ('#d9a441', None)}

    def pack(c, x, y, z, rz, k, film=True):
        s_ = folded_shirt(cols[c][0], k, cols[c][1], lm[k % 2], (bm_, pl if c != 'cream' else ho))
        e = bpy.data.objects.new('pk', None)
        bpy.context.collection.objects.link(e)
        s_.parent = e
        s_.location = (0, 0, 0.04)
        for o in bag(k, skin, seal):
            o.parent = e
        e.location = (x, y, z)
        e.rotation_euler = (0, 0, R(rz))

    pack('teal', -3.2, -0.9, 0, 9, 1)
    pack('cream', 2.75, -1.5, 0, -8, 2)
    for k, c in enumerate(('ochre', 'navy', 'copper')):
        pack(c, -0.3 + 0.12 * k, 7.0 + 0.05 * k, 0.72 * k, 4 + (k * 37) % 5 - 2, 3 + k)
    cloth_ground('#e6dccb', '#cbbda6', 20, 60, 0.02).location.z = -0.03
    area('key', (-8, 7, 8), (0, 0, 0), 4.2, 3000, '#fff2e0').visible_glossy = False  # a sheet of glare is all noise: the film mirrors strips
    area('strip', (-8.4, 6.0, 7.6), (-1, 0, 0), 0.5, 330, '#fff8ee', 6)
    area('strip2', (-3.0, 9.5, 7.6), (0, 0, 0), 5, 260, '#fff8ee', 0.4)
    area('rim', (8, 7, 5), (0, 0, 0.3), 2.4, 900, '#ffffff', 6)
    area('fill', (3, -12, 8), (0, 0, 0), 7, 420, '#eaf2ff')
    world('#fff4e6', 0.33)
    focus((0.9, -15.4, 13.4), (0.0, 1.75, 0.2), 48.5, (0, -1.2, 0.7), 0.9)


def puff(name, poly, res, mat, seed=1, pressure=0.7, shrink=-0.03, frames=40, thin=0.10, scale=10.0, ang=78, worn=0.42):
    """a cut piece of cloth, two layers sewn at the rim, filled with a breath of air and laid on the table:
    simulated at 1/10 of its size (cached), so that it wrinkles like a garment"""
    from mathutils.geometry import delaunay_2d_cdt
    from soft import _sim, collider

    B = []
    for p, q in zip(poly, poly[1:] + poly[:1]):
        p, q = Vector(p), Vector(q)
        n = max(1, round((q - p).length / res))
        B += [p.lerp(q, i / n) for i in range(n)]

    def inside(x, y):
        c = False
        for i in range(len(B)):
            a_, b_ = B[i], B[i - 1]
            if (a_.y > y) != (b_.y > y) and x < (b_.x - a_.x) * (y - a_.y) / (b_.y - a_.y) + a_.x:
                c = not c
        return c

    xs, ys = [p.x for p in B], [p.y for p in B]
    pts = [Vector((p.x, p.y)) for p in B]
    nb = len(pts)
    r = random.Random(seed)
    j = 0
    y = min(ys)
    while y < max(ys):
        x = min(xs) + (j % 2) * res / 2
        while x < max(xs):
            px, py = x + r.uniform(-0.15, 0.15) * res, y + r.uniform(-0.15, 0.15) * res
            if inside(px, py) and min((px - b.x) ** 2 + (py - b.y) ** 2 for b in B) > (0.6 * res) ** 2:
                pts.append(Vector((px, py)))
            x += res
        y += res * 0.866
        j += 1
    vs, _, fs, *_ = delaunay_2d_cdt(pts, [(i, (i + 1) % nb) for i in range(nb)], [], 1, 1e-6)
    from collections import Counter

    cnt = Counter()
    for f in fs:
        for a_, b_ in zip(f, list(f[1:]) + [f[0]]):
            cnt[(min(a_, b_), max(a_, b_))] += 1
    rim = {i for e, c in cnt.items() if c == 1 for i in e}
    n = len(vs)
    S_ = 1 / scale
    V = [Vector((v.x * S_, v.y * S_, (0.0 if i in rim else thin * S_ * (0.6 + 0.4 * mnoise.noise((v.x * 0.5, v.y * 0.5, seed)))) + 0.02)) for i, v in enumerate(vs)]
    low = {}
    for i in range(n):
        if i not in rim:
            low[i] = len(V)
            V.append(Vector((vs[i].x * S_, vs[i].y * S_, 0.02 - thin * S_ * 0.5)))
    F = [tuple(f) for f in fs] + [tuple(low.get(i, i) for i in reversed(f)) for f in fs]
    o = obj_from(name, V, F, mat, True)
    uvs = [(v.x, v.y) for v in vs] + [(vs[i].x, vs[i].y) for i in low]
    fl = box('tbl', (6, 6, 0.1), (0, 0, -0.052), mat, 0)
    collider(fl, 0.004, 12)
    _sim(o, frames, quality=6, mass=0.25, tension_stiffness=22, compression_stiffness=14, shear_stiffness=8, bending_stiffness=0.18, use_pressure=True, uniform_pressure_force=pressure, shrink_min=shrink, air_damping=3, col_collision_quality=2, col_distance_min=0.004)
    bpy.data.objects.remove(fl)
    ca, sa = math.cos(R(ang)), math.sin(R(ang))
    for v in o.data.vertices:  # worn folds, long along `ang`
        v.co *= scale
        if v.co.z > 0.12:
            x, y = v.co.x * ca + v.co.y * sa, -v.co.x * sa + v.co.y * ca
            w = 1 - 2.2 * abs(mnoise.noise((x * 0.16 + seed, y * 0.42 + 0.3 * mnoise.noise((x * 0.3, y * 0.3, seed)), seed * 1.7)))
            d = 1 - 2.4 * abs(mnoise.noise((x * 0.38 + 9 + seed, y * 0.55, seed * 2.9)))
            v.co.z += (worn * max(0, w) ** 1.6 + 0.5 * worn * max(0, d) ** 1.6) * min(1, (v.co.z - 0.12) / 0.25)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        uv.data[lp.index].uv = uvs[lp.vertex_index]
    for p in o.data.polygons:
        p.use_smooth = True
    subsurf(o, 1)
    return o


def patch(o, poly_fn, nx, ny, lift, mat, edge=0.06):
    """a second layer following the surface below: pocket, facing, hem"""
    V, F, UV = [], [], []
    for i in range(nx + 1):
        for j in range(ny + 1):
            x, y = poly_fn(i / nx, j / ny)
            ed = min(i / nx, 1 - i / nx, j / ny, 1 - j / ny)
            z = max(ray(o_, x, y) for o_ in o)
            V.append((x, y, z + lift * min(1, ed / edge + 0.05)))
            UV.append((x + 0.05, y + 0.07))
    for i in range(nx):
        for j in range(ny):
            F.append((i * (ny + 1) + j, (i + 1) * (ny + 1) + j, (i + 1) * (ny + 1) + j + 1, i * (ny + 1) + j + 1))
    q = obj_from('patch', V, F, mat, True)
    uv = q.data.uv_layers.new()
    for lp in q.data.loops:
        uv.data[lp.index].uv = UV[lp.vertex_index]
    return q


def hanger(mat, metal_, sc=1.0):
    """shaped wooden hanger lying flat: hook up along y"""
    n, k = 81, 28
    V, F = [], []
    for i in range(n):
        t = -1 + 2 * i / (n - 1)
        a_ = abs(t)
        x = 2.2 * t
        z = 0.10 - 0.02 * (1 - a_) - 0.80 * a_**1.55 + 0.10 * math.exp(-((t / 0.10) ** 2))
        wy = 0.085 + 0.12 * max(0, (a_ - 0.35) / 0.65) ** 1.6
        hz = 0.13 - 0.02 * a_ + 0.035 * math.exp(-((t / 0.12) ** 2))
        e_ = 1 if a_ < 0.93 else math.sqrt(max(0.02, 1 - ((a_ - 0.93) / 0.07) ** 2))
        for j in range(k):
            q = 2 * math.pi * j / k
            cx, sz = math.cos(q), math.sin(q)
            V.append((x, math.copysign(abs(cx) ** 0.75, cx) * wy * e_, z + math.copysign(abs(sz) ** 0.75, sz) * hz * e_))
    for i in range(n - 1):
        for j in range(k):
            F.append((i * k + j, i * k + (j + 1) % k, (i + 1) * k + (j + 1) % k, (i + 1) * k + j))
    F += [tuple(range(k)), tuple((n - 1) * k + j for j in range(k))]
    o = obj_from('hang', V, F, mat, True)
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(o.data)
    bm.free()
    hk = [(0, 0, 0.2), (0, 0, 0.30), (0, 0, 0.42)] + [(0.19 * math.cos(R(q)), 0, 0.70 + 0.19 * math.sin(R(q))) for q in range(-78, 205, 12)]
    P = [o, tube('hook', hk, 0.026, metal_, 8), cyl('col', 0.055, 0.10, (0, 0, 0.27), metal_, seg=28, bev=0.012)]
    e = bpy.data.objects.new('h', None)
    bpy.context.collection.objects.link(e)
    for p in P:
        p.parent = e
    e.scale = (sc,) * 3
    return e


def scene_apart():
    """a jacket laid out flat, every trim lifted off beside its place; seen from above; 1 unit = 4 cm (trims enlarged)"""
    cloth_c = '#1f6963'
    m = cotton('jk', cloth_c, 30, None, strength=0.6)
    inner = cotton('jin', '#0f3f40', 30)
    lining = cotton('jli', '#d9b98c', 30)
    mir = lambda P: [(-x, y) for x, y in reversed(P)]
    front = [(0.14, 3.9), (0.9, 4.25), (1.55, 5.15), (3.2, 4.85), (4.9, 4.2), (4.55, 3.2), (4.35, 2.1), (4.75, 0.9), (4.85, -2.0), (4.75, -5.0), (4.95, -7.6), (0.14, -7.75)]
    sleeve = [(4.55, 4.30), (5.6, 3.75), (7.2, 1.0), (9.0, -2.2), (10.55, -5.0), (8.75, -6.0), (7.2, -3.6), (5.9, -1.2), (4.7, 0.9), (4.2, 2.2)]
    back = [(-1.5, 5.2), (1.5, 5.2), (3.5, 4.6), (4.6, 0.5), (4.6, -7.4), (-4.6, -7.4), (-4.6, 0.5), (-3.5, 4.6)]
    obj_from('back', [(x, y, 0.03) for x, y in back], [tuple(range(len(back)))[::-1]], inner)
    R_ = puff('jackF', front, 0.22, m, 3, 0.55, -0.09, 46, 0.22)
    L_ = puff('jackG', mir(front), 0.22, m, 5, 0.55, -0.09, 46, 0.22)
    SR = puff('jackS', sleeve, 0.22, m, 7, 0.6, -0.12, 46, 0.26, ang=-62, worn=0.55)
    SL = puff('jackT', mir(sleeve), 0.22, m, 9, 0.6, -0.12, 46, 0.26, ang=62, worn=0.55)
    top = lambda x, y: max(ray(o, x, y) for o in ((R_, SR) if x > 0 else (L_, SL)))
    st = thread_m('tst', '#d9a441')
    # hem band, front facings, pockets, cuffs, all stitched
    for sg, body, slv in ((1, R_, SR), (-1, L_, SL)):
        patch([body], lambda u, v: (sg * (0.16 + 4.72 * u), -6.75 - 0.95 * v), 70, 14, 0.07, m)
        patch([body], lambda u, v: (sg * (0.16 + 0.75 * u), 3.95 - 10.6 * v), 12, 120, 0.05, m)
        patch([body], lambda u, v: (sg * (1.55 + 2.15 * u), 2.15 - 2.45 * v + 0.32 * abs(2 * u - 1) * (v > 0.93)), 40, 44, 0.06, m)
        patch([body], lambda u, v: (sg * (1.50 + 2.25 * u), 2.30 - 0.85 * v - (0.30 * (1 - abs(2 * u - 1)) * v)), 40, 16, 0.13, m, 0.03)
        S3 = lambda pts: [(x * sg, y, top(x * sg, y) + 0.075) for x, y in pts]
        seg = lambda x0, y0, x1, y1, n=24: [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n) for i in range(n + 1)]
        for pts in (seg(0.25, -6.85, 4.75, -6.8, 40), seg(0.80, 3.6, 0.80, -6.6, 70), seg(0.28, 3.6, 0.28, -6.6, 70), seg(1.66, 1.1, 1.66, -0.1), seg(3.58, 1.1, 3.58, -0.1), seg(1.66, -0.15, 3.58, -0.15)):
            stitches(S3(pts), st, 0.022, 0.16, 0.10, 0.02)
        # cuff: across the sleeve's end
        ax, ay, bx, by = 10.55, -5.0, 8.75, -6.0
        dx, dy = (-0.50, 0.86)
        patch([slv], lambda u, v: (sg * (bx + 0.06 + (ax - bx - 0.12) * u + dx * 1.15 * v), by + 0.05 + (ay - by - 0.10) * u + dy * 1.15 * v), 30, 18, 0.09, m)
        stitches([(sg * x, y, ray(slv, sg * x, y) + 0.10) for x, y in seg(bx + dx * 1.05 + 0.15, by + dy * 1.05 + 0.08, ax + dx * 1.05 - 0.15, ay + dy * 1.05 - 0.08)], st, 0.022, 0.16, 0.10, 0.02)
    collar(m, lining, 0.56, (0, 4.15), 1.86, None, 0.05, POINTED)
    # ---- trims, lifted
    brass = metal('brass', '#b98d46', 0.33)
    spots = {}
    oak = wood('hoak', '#d0a873', '#a87a49', 1.0, 'X', 0.32, bump=0.04)
    h = hanger(oak, brass, 1.95)
    h.location = (0, 7.75, 1.3)
    h.rotation_euler = (R(-90), 0, R(-4))
    spots['hanger'] = (0, 7.7, 1.3)
    # zipper over the open front, a little to the left, opened at the top
    n = 200
    C = [Vector((-1.0 - 0.35 * math.sin(q / n * 2.6), -7.4 + 10.4 * q / n, 1.1 + 0.35 * math.sin(q / n * 3.1))) for q in range(n + 1)]
    g = lambda s_: 0.0 if s_ < 7.0 else 0.10 * (s_ - 7.0) ** 2 / (s_ - 7.0 + 1.2)
    zipper('z', C, twill('zt', '#e6dac2'), brass, gap=g, w=0.72, sc=0.86, stop=(6.75, 7.3))
    q = C[int(7.0 / 10.4 * n)]
    slider(metal('sl', '#b58a48', 0.36), q + Vector((0, 0, 0.03)), R(6), 0.92, 22, 8)
    spots['zipper'] = tuple(q)
    # buttons in a row on the right front
    ms = [button_mesh('b%d' % i, 1.0, 0.26, hh, s_) for i, (hh, s_) in enumerate(((4, 'rim'), (4, 'step')))]
    to = pearl('pearl')
    for k in range(5):
        inst(ms[0], (1.05, 1.95 - 1.95 * k, 1.0 + 0.10 * math.sin(k * 2)), (R(5 * math.sin(k * 1.7)), R(6 * math.cos(k * 2.1)), k * 0.8), 0.46, 'b', to)
    spots['button'] = (1.05, 1.95 - 1.95 * 2, 1.1)
    # label above the neck
    lm = labelm('lb', 'label1', 2.0, 3.1, 0)
    C = [Vector((4.9 + 3.0 * q / 40, 7.5 - 0.35 * q / 40, 1.1 + 0.22 * math.sin(math.pi * q / 40))) for q in range(41)]
    strip('lab', C, [Vector((-0.12, -1, 0)).normalized()] * 41, 1.9, lm, 9, 0.024)
    spots['label'] = (6.4, 7.3, 1.2)
    # hang tag on its cord, from the collar's left
    cord = thread_m('cordm', '#efe0c2', 0.8)
    hang_tag('tag0', 2.3, 4.0, (-7.3, 6.3, 1.1), (R(4), R(-5), R(24)), brass, [(0, 1.5, -0.1), (0.02, 1.8, 0.1), (0.5, 2.7, 0.0), (1.6, 3.4, -0.2), (2.9, 2.5, -0.3), (3.6, 1.2, -0.5), (2.6, 1.6, -0.35), (1.4, 2.5, -0.2), (0.3, 2.3, 0.05), (-0.02, 1.7, 0.12), (0, 1.5, -0.1)], cord)
    spots['hang-tag'] = (-7.2, 6.0, 1.1)
    # elastic at the left cuff: a loop the size of the cuff and a short roll
    el = weave('ela', '#efe6d6', 7, 26, 0.8, 0.6, 0.8, 0.035)
    C, W = roll(-12.6, -5.4, 0.5, 8, 0.125, 1.15, -1.75, 5.0, 0.06, 2.6, 0.35, 3)
    strip('elr', C, W, 1.15, el, 8, 0.10)
    spots['elastic'] = (-12.6, -5.6, 1.3)
    # thread: spool at the right side, its end runs into the cuff seam
    e, tm = spool(13.3, -5.9, 1.0, '#d9a441', wood('sw', '#c99d68', '#a67c4c', 0.55, 'Z', 0.4, bump=0.04), 0.86, (R(90), 0, R(28)), 8)
    tube('tl', spline([(13.95, -6.95, 1.70), (13.3, -5.4, 1.6), (12.6, -3.8, 0.9), (11.7, -3.2, 0.4), (10.9, -3.9, 0.5), (10.0, -4.45, 0.75), (9.4, -4.75, 0.72)], 50), 0.032, tm, 6)
    spots['thread'] = (13.9, -7.0, 1.4)
    # ribbon at the right shoulder
    rb = silk('rb', '#a9521d', 0.30)
    C, W = satin_loops('rib', 8.7, 3.5, 0.36, 11.5, 1.62, 1.3, 3.2, 1.25, rb, 0.25, 0.6, 0.012, 0.72, 3, -0.25)
    swallow(strip('rib', C, W, 1.25, rb, 9, 0.012), C, 9, 0.4)
    spots['ribbon'] = (10.9, 4.3, 1.0)
    # lace along the hem
    Cl = spline([(-6.4, -9.35, 0.7), (-3.0, -9.05, 0.9), (0.5, -9.3, 0.8), (4.0, -9.0, 0.9), (6.6, -9.4, 0.6)], 160)
    strip('lace', Cl, [Vector((0, -1, 0))] * 161, 2.0, lacem('lac', 'lace1', '#f6f0e4', 1.6, 2.0), 20, 0)
    spots['lace'] = (-3.6, -9.1, 0.9)
    cloth_ground('#d3c7b1', '#b7a98c', 24, 80, 0.03).location.z = -0.06
    area('key', (-24, 14, 11), (2, -1, 0), 5, 14500, '#fff1de')
    area('rim', (18, 8, 10), (0, -1, 0.3), 5, 2300, '#fff7ea', 9)
    area('fill', (4, -20, 16), (0, 0, 0), 12, 1300, '#eaf2ff')
    world('#fff4e6', 0.27)
    sky = area('sky', (5, 6, 38), (0, 0, 0), 16, 5200, '#fff6e6')  # only for the metal to mirror
    sky.visible_diffuse = False
    cam = Vector((0, -6.2, 40))
    camera(cam, (0, -0.35, 0), 41.3)
    from bpy_extras.object_utils import world_to_camera_view

    s.render.resolution_x, s.render.resolution_y = 2400, 1500
    bpy.context.view_layer.update()
    for k, p in spots.items():
        v = world_to_camera_view(s, s.camera, Vector(p))
        print('RENDER hotspot %s %.1f %.1f' % (k, v.x * 100, (1 - v.y) * 100))
