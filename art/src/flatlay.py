# folded shirts in poly bags
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
LEAF = [(0.80, -1.02), (1.32, -0.50), (1.58, 0.22), (1.22, 0.98), (0, 1.30)]
NECK = 0.78


def collar(mat, inner, z, at, label_m):
    """shirt collar lying open: leaf, stand, neck; the origin is its front"""
    def E(t):
        q = spline([Vector((x, y, 0)) for x, y in LEAF], 40)
        return q[round(t * 40)]

    V, F, UV = [], [], []
    nu, nv = 81, 14
    ez = lambda t: 0.05 + 0.05 * t + 0.16 * max(0, t - 0.55) / 0.45
    for i in range(nu):
        t = abs(2 * i / (nu - 1) - 1)  # 1 at both fronts ... 0 at the back
        t = 1 - t
        sg = 1 if i < nu / 2 else -1
        th = R(-90) + t * R(180)
        f = Vector((sg * NECK * math.cos(th) + sg * 0.03, 0.40 + 0.40 * math.sin(th), 0.20 + 0.42 * t**1.3))
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

    mk(V, F, UV, mat, 0.045)
    # stand and neck
    V, F, UV = [], [], []
    for i in range(nu):
        t = 1 - abs(2 * i / (nu - 1) - 1)
        sg = 1 if i < nu / 2 else -1
        th = R(-90) + t * R(180)
        for j in range(6):
            s_ = j / 5
            V.append((sg * (NECK - 0.05 * s_) * math.cos(th) + sg * 0.03, 0.40 + (0.40 - 0.03 * s_) * math.sin(th), (0.20 + 0.42 * t**1.3) * (1 - s_) + 0.02))
            UV.append((i * 0.06, j * 0.1))
    for i in range(nu - 1):
        for j in range(5):
            F.append((i * 6 + j, i * 6 + j + 1, (i + 1) * 6 + j + 1, (i + 1) * 6 + j))
    mk(V, F, UV, inner, 0)
    n = 48
    V = [(0, 0.40, 0.03)] + [((NECK - 0.02) * math.cos(q / n * 6.2832), 0.40 + 0.40 * math.sin(q / n * 6.2832), 0.03) for q in range(n)]
    mk(V, [(0, 1 + q, 1 + (q + 1) % n) for q in range(n)], [(v[0], v[1]) for v in V], inner, 0)
    C = [Vector((-0.34 + 0.68 * q / 12, 0.735 - 0.05 * abs(q / 6 - 1) ** 2, 0.30)) for q in range(13)]
    parts.append(strip('nl', C, [Vector((0, -0.25, -1)).normalized()] * 13, 0.34, label_m, 5, 0.01))
    e = bpy.data.objects.new('collar', None)
    bpy.context.collection.objects.link(e)
    for o in parts:
        o.parent = e
    e.location = (at[0], at[1], z)
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
    P.append(collar(m, inner, hgt(0, cy) + 0.01, (0, cy), label_m))
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
