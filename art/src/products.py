# product studio: python3 render.py product-...  (1 unit = 1 cm)
import sys, os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from soft import *
import pickle

a = args(scene='buttons')
s = reset()
rnd = random.Random(21)


# ---------- studio: big softbox key + strip rim + dim warm world
def studio(key=260, rim=120, fill=40, wcol='#fff4e6', ws=0.35):
    area('key', (-5, 4, 7), (0, 0, 0), 5, key * 6, '#fff3e2')
    area('rim', (6, 5, 3.2), (0, 0, 0.3), 2.0, rim * 5, '#ffffff', 5)
    area('fillc', (3, -7, 5), (0, 0, 0), 6, fill * 5, '#eaf2ff')
    world(wcol, ws)


def cloth_ground(color, color2, sc=34, size=40, amp=0.03):
    """linen: over/under weave bump with slub noise"""
    b = M('linen', color, 0.95, spec=0.15)
    b.p.inputs['Sheen'].default_value = 0.35
    v = b.coords('Object')
    wob = b.noise(v, 1.6, 3)
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    x = b.math('MULTIPLY', b.math('ADD', sx.outputs[0], b.math('MULTIPLY', wob, 0.10)), sc)
    y = b.math('MULTIPLY', b.math('ADD', sx.outputs[1], b.math('MULTIPLY', wob, 0.10)), sc)
    # plain weave: |sin| ridges, alternating which thread is on top
    cx = b.math('ABSOLUTE', b.math('SINE', x))
    cy = b.math('ABSOLUTE', b.math('SINE', y))
    par = b.math(
        'GREATER_THAN',
        b.math('MULTIPLY', b.math('SINE', b.math('MULTIPLY', x, 1.0)), b.math('SINE', b.math('MULTIPLY', y, 1.0))),
        0,
    )
    hx = b.math('MULTIPLY', par, cx)
    hy = b.math('MULTIPLY', b.math('SUBTRACT', 1, par), cy)
    h = b.math('ADD', hx, hy)
    slub = b.noise(b.coords('Object', (1.2, 14, 1)), 2.2, 4)
    slub2 = b.noise(b.coords('Object', (14, 1.2, 1)), 2.2, 4)
    hh = b.math('ADD', h, b.math('ADD', b.math('MULTIPLY', slub, 0.8), b.math('MULTIPLY', slub2, 0.8)))
    b.bump(hh, 0.75, 0.035)
    c = b.mix(b.math('MULTIPLY', h, 0.9), color2, color)
    c = b.mix(b.math('MULTIPLY', slub, 0.55), c, color2)
    b.set('Base Color', c)
    vv, f = grid(
        160,
        160,
        lambda u, w: (
            (u - 0.5) * size,
            (w - 0.5) * size,
            amp * mnoise.noise((u * size * 0.22, w * size * 0.22, 3)) * 3
            + amp * mnoise.noise((u * size * 0.6, w * size * 0.6, 8)),
        ),
    )
    return obj_from('ground', vv, f, b.m, True)


# ---------- buttons
def button_mesh(name, r, th, holes=4, style='rim'):
    if style == 'rim':
        prof = [
            (0, 0.55 * th),
            (r * 0.62, 0.55 * th),
            (r * 0.68, 0.60 * th),
            (r * 0.76, 0.92 * th),
            (r * 0.84, 1.0 * th),
            (r * 0.92, 0.97 * th),
            (r * 0.985, 0.80 * th),
            (r, 0.55 * th),
            (r * 0.985, 0.28 * th),
            (r * 0.90, 0.08 * th),
            (r * 0.75, 0.0),
            (0, 0),
        ]
    elif style == 'bowl':
        prof = [
            (0, 0.45 * th),
            (r * 0.3, 0.47 * th),
            (r * 0.6, 0.58 * th),
            (r * 0.85, 0.86 * th),
            (r * 0.95, 0.92 * th),
            (r, 0.75 * th),
            (r * 0.98, 0.45 * th),
            (r * 0.85, 0.15 * th),
            (r * 0.6, 0),
            (0, 0),
        ]
    elif style == 'step':
        prof = [
            (0, 0.62 * th),
            (r * 0.5, 0.62 * th),
            (r * 0.53, 0.66 * th),
            (r * 0.55, 0.82 * th),
            (r * 0.60, 0.86 * th),
            (r * 0.66, 0.86 * th),
            (r * 0.70, 0.80 * th),
            (r * 0.72, 0.74 * th),
            (r * 0.93, 0.70 * th),
            (r * 0.99, 0.60 * th),
            (r, 0.42 * th),
            (r * 0.98, 0.2 * th),
            (r * 0.9, 0.05 * th),
            (r * 0.7, 0),
            (0, 0),
        ]
    o = lathe(name, prof, None, seg=96)
    if holes:
        hr = r * 0.095
        d = r * 0.20
        pos = [(d, d), (-d, d), (-d, -d), (d, -d)] if holes == 4 else [(r * 0.2, 0), (-r * 0.2, 0)]
        cut = []
        bm = bmesh.new()
        for x, y in pos:
            bmesh.ops.create_cone(
                bm,
                cap_ends=True,
                segments=32,
                radius1=hr,
                radius2=hr,
                depth=th * 4,
                matrix=Matrix.Translation((x, y, th / 2)),
            )
        me = bpy.data.meshes.new('cut')
        bm.to_mesh(me)
        bm.free()
        c = bpy.data.objects.new('cut', me)
        bpy.context.collection.objects.link(c)
        m = o.modifiers.new('bo', 'BOOLEAN')
        m.object = c
        m.operation = 'DIFFERENCE'
        m.solver = 'EXACT'
        bv = o.modifiers.new('bv', 'BEVEL')
        bv.width = hr * 0.22
        bv.segments = 3
        bv.limit_method = 'ANGLE'
        bv.angle_limit = R(45)
        apply_mods(o)
        bpy.data.objects.remove(c)
    o.data.use_auto_smooth = True
    o.data.auto_smooth_angle = R(38)
    for p in o.data.polygons:
        p.use_smooth = True
    me = o.data
    bpy.data.objects.remove(o)
    return me


def resin(name, c1, c2, sss=0.0, rough=0.16, marble=1.0, clear=0.5):
    b = M(name, c1, rough, clearcoat=clear, clearcoat_roughness=0.06)
    v = b.coords('Object')
    oi = b.n.new('ShaderNodeObjectInfo')
    ad = b.node('ShaderNodeVectorMath')
    ad.operation = 'MULTIPLY_ADD'
    ad.inputs[1].default_value = (9, 9, 9)
    b.link(oi.outputs['Random'], ad.inputs[0])
    b.link(v, ad.inputs[2])
    n = b.noise(ad.outputs[0], 1.7, 6, 0.55, 1.6 * marble)
    col = b.ramp(n, [(0.36, c2), (0.52, c1), (0.64, c1), (0.72, c2)])
    b.set('Base Color', col)
    b.bump(b.noise(v, 55, 3), 0.02, 0.01)
    return b.m


def pearl(name):
    b = M(name, '#efe9df', 0.18, clearcoat=0.9, clearcoat_roughness=0.04)
    v = b.coords('Object')
    oi = b.n.new('ShaderNodeObjectInfo')
    ad = b.node('ShaderNodeVectorMath')
    ad.operation = 'MULTIPLY_ADD'
    ad.inputs[1].default_value = (9, 9, 9)
    b.link(oi.outputs['Random'], ad.inputs[0])
    b.link(v, ad.inputs[2])
    n = b.noise(ad.outputs[0], 1.3, 5, 0.6, 2.2)
    lw = b.n.new('ShaderNodeLayerWeight')
    lw.inputs[0].default_value = 0.35
    f = b.math('ADD', b.math('MULTIPLY', n, 1.0), b.math('MULTIPLY', lw.outputs['Facing'], 0.35))
    b.set('Base Color', b.ramp(f, [(0.32, '#f6f1e6'), (0.46, '#e9dfe0'), (0.58, '#dfe9e4'), (0.72, '#f7eedd')]))
    b.set('Metallic', 0.15)
    return b.m


def metalm(name, c, rough=0.3, anis=0.0):
    b = M(name, c, rough, 1.0)
    n = b.noise(b.coords('Object'), 14, 5)
    b.set('Roughness', b.math('ADD', rough - 0.08, b.math('MULTIPLY', n, 0.18)))
    b.bump(b.noise(b.coords('Object'), 130, 2), 0.02, 0.005)
    return b.m


def scene_buttons():
    mats = [
        resin('teal', '#14625f', '#0d4647'),
        resin('teal2', '#2f8a84', '#1f6f6b'),
        pearl('pearl'),
        resin('tort', '#8a4a1c', '#2a140a', marble=1.5),
        resin('ivory', '#efe4cf', '#e0d0b3'),
        metalm('brass', '#c9993f', 0.26),
        resin('navy', '#17304d', '#0d1f36'),
        resin('coral', '#c7603f', '#a94a2c'),
        resin('horn', '#b9926a', '#5d3f27', marble=1.5),
    ]
    wts = [5, 3, 5, 4, 4, 3, 3, 3, 3]
    meshes = [
        button_mesh('b%d' % i, 1.0, 0.26, h, st)
        for i, (h, st) in enumerate(((4, 'rim'), (4, 'step'), (2, 'bowl'), (4, 'bowl'), (2, 'rim')))
    ]
    N = 150
    fn = CACHE + '/cloth/btn_%d.pkl' % N
    objs = []
    for i in range(N):
        mt = rnd.choices(mats, wts)[0]
        me = rnd.choice(meshes).copy()
        me.materials.clear()
        me.materials.append(mt)
        o = bpy.data.objects.new('btn%d' % i, me)
        bpy.context.collection.objects.link(o)
        sc = rnd.choice((0.62, 0.75, 0.75, 0.9, 1.0))
        o.scale = (sc,) * 3
        ang = rnd.uniform(0, 6.28)
        rr = 4.6 * math.sqrt(rnd.random())
        o.location = (rr * math.cos(ang) * 1.5, rr * math.sin(ang), 0.8 + i * 0.16)
        o.rotation_euler = (rnd.uniform(-0.6, 0.6), rnd.uniform(-0.6, 0.6), rnd.uniform(0, 6.28))
        objs.append(o)
    if os.path.exists(fn):
        for o, mw in zip(objs, pickle.load(open(fn, 'rb'))):
            o.matrix_world = Matrix(mw)
    else:
        bpy.ops.rigidbody.world_add()
        s.rigidbody_world.substeps_per_frame = 12
        s.rigidbody_world.solver_iterations = 20
        s.rigidbody_world.point_cache.frame_end = 170
        s.frame_end = 170
        g = box('gr', (60, 60, 1), (0, 0, -0.5), None, 0)
        bpy.context.view_layer.objects.active = g
        g.select_set(True)
        bpy.ops.rigidbody.object_add()
        g.rigid_body.type = 'PASSIVE'
        g.rigid_body.friction = 0.7
        for o in objs:
            bpy.context.view_layer.objects.active = o
            bpy.ops.rigidbody.object_add()
            rb = o.rigid_body
            rb.collision_shape = 'CONVEX_HULL'
            rb.friction = 0.55
            rb.restitution = 0.05
            rb.angular_damping = 0.4
            rb.linear_damping = 0.2
            rb.use_margin = True
            rb.collision_margin = 0.005
            rb.mass = 0.2
        for f in range(1, 171):
            s.frame_set(f)
        dg = bpy.context.evaluated_depsgraph_get()
        mws = [o.evaluated_get(dg).matrix_world.copy() for o in objs]
        pickle.dump([[list(r) for r in m] for m in mws], open(fn, 'wb'))
        bpy.ops.rigidbody.world_remove()
        for o, m in zip(objs, mws):
            o.matrix_world = m
        g.hide_render = True
    cloth_ground('#e6dccb', '#cbbda6')
    studio(300, 150, 30)
    camera((1.2, -9.2, 6.6), (-0.1, -0.3, 0.2), 56, 1.1, None)
    c = s.camera.data
    c.dof.focus_distance = (Vector((1.2, -9.2, 6.6)) - Vector((0.1, -1.2, 0.5))).length
    c.dof.aperture_fstop = 0.42
    c.dof.aperture_blades = 9


def scene_spools():
    # rows of cross-wound sewing-thread cones, colour-graded
    cols = [
        '#0d3f44',
        '#14625f',
        '#2f8a84',
        '#7fb8ad',
        '#d5e2d8',
        '#f3ecde',
        '#e6c98f',
        '#d29a3f',
        '#c46a36',
        '#9a3d2c',
        '#5b2530',
        '#1b2f4b',
        '#34608a',
    ]
    plast = M('plast', '#efe8da', 0.35).m

    def cone(x, y, c, seed, s=1.0):
        H_ = 2.75
        rb, rt = 1.0, 0.62
        b = M('th%d' % seed, c, 0.5, spec=0.4)
        b.p.inputs['Sheen'].default_value = 0.8
        v = b.coords('Object')
        n = b.noise(v, 9, 4)
        hc = hexc(c)
        b.set(
            'Base Color',
            b.mix(n, tuple(q * 0.78 for q in hc[:3]) + (1,), tuple(min(1, q * 1.3) for q in hc[:3]) + (1,)),
        )
        rad = lambda t: (rb + (rt - rb) * t) * s
        lathe(
            'pl',
            [
                (0, -0.12),
                (0.60, -0.12),
                (0.64, -0.10),
                (0.62, 0.0),
                (0.36, 3.02),
                (0.33, 3.05),
                (0.29, 3.03),
                (0.29, 2.9),
                (0, 2.9),
            ],
            plast,
            (x, y, 0.12),
            64,
        )
        core = (
            [(0.55, 0.0)]
            + [
                (
                    rad(t) * (0.965) - 0.10 * max(0, (0.05 - t) / 0.05) ** 2 - 0.10 * max(0, (t - 0.95) / 0.05) ** 2,
                    t * H_,
                )
                for t in [k / 40 for k in range(41)]
            ]
            + [(0.3, H_)]
        )
        lathe('core', core, b.m, (x, y, 0.15), 72)
        rn = random.Random(seed)
        pts = []
        passes = 46
        per = 26
        tw = 3.35
        ang = rn.random() * 6
        for pss in range(passes):
            n_ = int(tw * per)
            for q in range(n_):
                t = q / n_
                t = t if pss % 2 == 0 else 1 - t
                tt = 0.012 + 0.976 * t
                e = 0.5 - 0.5 * math.cos(math.pi * min(1, min(t, 1 - t) * 14))
                r = rad(tt) * 0.972 + 0.012 * rn.random() - 0.07 * (1 - e)
                pts.append((x + r * math.cos(ang), y + r * math.sin(ang), 0.15 + tt * H_))
                ang += 2 * math.pi / per
            ang += 0.37
        o = tube('thread', pts, 0.0165, b.m, 1)
        o.data.bevel_resolution = 1
        o.data.splines[0].order_u = 3

    k = 0
    for row in range(4):
        for i in range(10):
            x = (i - 4.3) * 2.25 + (row % 2) * 1.12 + rnd.uniform(-0.05, 0.05)
            y = row * 1.98 + rnd.uniform(-0.06, 0.06)
            cone(x, y, cols[(i * 2 + row * 3 + 1) % 13], k + 1)
            k += 1
    tb = wood('table', '#c49a6c', '#96683f', 0.3, 'X', 0.30)
    obj_from('table', [(-40, -12, 0), (40, -12, 0), (40, 40, 0), (-40, 40, 0)], [(0, 1, 2, 3)], tb)
    wl = plain('wallb', '#e9e4d8', 0.9)
    obj_from('bg', [(-60, 24, -2), (60, 24, -2), (60, 24, 40), (-60, 24, 40)], [(0, 1, 2, 3)], wl)
    area('key', (-10, -4, 9), (0, 1, 1), 5, 2600, '#fff0da')
    area('rim', (9, 10, 7), (0, 2, 1.5), 3, 1700, '#ffffff', 6)
    area('bgl', (2, 15, 10), (-2, 24, 6), 10, 1100, '#fff2dd')
    area('fl', (6, -12, 6), (0, 0, 1), 8, 500, '#e8f0ff')
    world('#f3efe8', 0.22)
    cl = Vector((-5.6, -10.2, 5.6))
    camera(cl, (-0.1, 1.0, 1.25), 50, 0.5, None)
    s.camera.data.dof.focus_distance = (cl - Vector((-0.9, -0.2, 1.9))).length
    s.camera.data.dof.aperture_fstop = 0.42


def scene_zipper():
    # half-open zipper, Y split; tape strips follow the chain curve; teeth = metal blocks with a nib
    brass = metalm('brass', '#b98a3e', 0.34)

    def path(t, side):  # t in cm along y; open above y0
        y0 = 0.9
        d = max(0, t - y0)
        off = 0.115 + 0.20 * d * d / (d + 1.0) if d > 0 else 0.115
        return Vector((side * off, t, 0.0))

    tmat = M('tape', '#135052', 0.92, spec=0.2)
    tmat.p.inputs['Sheen'].default_value = 0.5
    v = tmat.coords('UV', (1, 1, 1))
    sx = tmat.n.new('ShaderNodeSeparateXYZ')
    tmat.link(v, sx.inputs[0])
    # herringbone twill
    u = tmat.math('MULTIPLY', sx.outputs[0], 60)
    w_ = tmat.math('MULTIPLY', sx.outputs[1], 60)
    tri = tmat.math('PINGPONG', u, 6.0)
    hgt = tmat.math('SINE', tmat.math('MULTIPLY', tmat.math('ADD', tri, w_), 2.4))
    rib = tmat.math('SINE', tmat.math('MULTIPLY', u, 3.0))
    nz = tmat.noise(tmat.coords('Object'), 24, 3)
    tmat.bump(
        tmat.math('ADD', tmat.math('ADD', hgt, tmat.math('MULTIPLY', rib, 0.3)), tmat.math('MULTIPLY', nz, 0.8)),
        0.6,
        0.02,
    )
    tmat.set('Base Color', tmat.mix(tmat.math('ADD', tmat.math('MULTIPLY', hgt, 0.35), 0.5), '#0e3f42', '#1b6a69'))
    for side in (-1, 1):
        ny = 240
        nx = 14

        def fx(uu, vv):
            t = -9 + 18 * vv
            p = path(t, side)
            return (
                p.x + side * (-0.03 + 1.5 * uu),
                t,
                -0.02
                + 0.05 * math.sin(uu * 2.4) * min(1, max(0, (t - 0.9)) * 0.35)
                + 0.012 * mnoise.noise((t * 0.8, uu * 3, side)),
            )

        vts, f = grid(nx, ny, fx)
        o = obj_from('tape', vts, f, tmat.m, True)
        uvl = o.data.uv_layers.new()
        for lp in o.data.loops:
            i = lp.vertex_index % nx
            j = lp.vertex_index // nx
            uvl.data[lp.index].uv = (i / (nx - 1) * 1.5, j / (ny - 1) * 18)
        m = o.modifiers.new('s', 'SOLIDIFY')
        m.thickness = 0.05
        m.offset = -1
        tube(
            'cord',
            [(path(-9 + 18 * i / 120, side).x + side * 0.02, -9 + 18 * i / 120, 0.03) for i in range(121)],
            0.055,
            tmat.m,
            3,
        )
        pitch = 0.25
        n = int(18 / pitch)
        for k in range(n):
            t = -9 + pitch * (k + (0.5 if side > 0 else 0))
            p = path(t, side)
            p2 = path(t + 0.02, side)
            ang = math.atan2(p2.x - p.x, 0.02)
            box('tooth', (0.30, 0.135, 0.20), (p.x - side * 0.035, t, 0.04), brass, 0.028, 3, rot=(0, 0, -ang))
            lathe('nib', [(0, 0.045), (0.03, 0.04), (0.045, 0.0)], brass, (p.x - side * 0.12, t, 0.14), 20)
    # slider
    sl = metalm('slid', '#bd8f45', 0.36)
    body = box('sb', (0.62, 0.72, 0.10), (0, 0.62, 0.215), sl, 0.05, 4)
    b2 = box('sb2', (0.62, 0.72, 0.08), (0, 0.62, -0.12), sl, 0.04, 4)
    for x in (-0.27, 0.27):
        box('sf', (0.08, 0.62, 0.12), (x, 0.60, 0.15), sl, 0.03, 3)
    box('sbr', (0.16, 0.46, 0.07), (0, 0.62, 0.36), sl, 0.03, 3)
    box('sbr1', (0.16, 0.1, 0.16), (0, 0.82, 0.31), sl, 0.03, 3)
    box('sbr2', (0.16, 0.1, 0.16), (0, 0.42, 0.31), sl, 0.03, 3)
    # puller: rounded plate with slot, lying toward camera
    prof = []
    Lp = 1.05

    def cap(cx, cy, r, a0, a1, n=16):
        return [
            (cx + r * math.cos(R(a0 + (a1 - a0) * i / n)), cy + r * math.sin(R(a0 + (a1 - a0) * i / n)))
            for i in range(n + 1)
        ]

    out = cap(0, 0, 0.20, 0, 180) + cap(0, -Lp, 0.28, 180, 360)
    cu = bpy.data.curves.new('pull', 'CURVE')
    cu.dimensions = '2D'
    cu.fill_mode = 'BOTH'
    cu.extrude = 0.03
    cu.bevel_depth = 0.022
    cu.bevel_resolution = 4
    for pts in (
        out,
        cap(0, -0.02, 0.10, 0, 180) + cap(0, -0.22, 0.10, 180, 360),
        cap(0, -Lp + 0.0, 0.15, 0, 360, 40)[:-1],
    ):
        sp = cu.splines.new('POLY')
        sp.points.add(len(pts) - 1)
        sp.use_cyclic_u = True
        for q, (x, y) in zip(sp.points, pts):
            q.co = (x, y, 0, 1)
    po = bpy.data.objects.new('pull', cu)
    bpy.context.collection.objects.link(po)
    cu.materials.append(sl)
    po.location = (0.02, 0.55, 0.40)
    po.rotation_euler = (R(10), R(-6), R(-38))
    cloth_ground('#e9e0d1', '#cfc2ac', 30, 60, 0.02).location.z = -0.22
    studio(120, 110, 22, ws=0.25)
    camera((2.0, -4.3, 3.9), (0.10, 0.75, 0.1), 62, 0.35, None)
    s.camera.data.dof.focus_distance = (Vector((2.0, -4.3, 3.9)) - Vector((0, 0.35, 0.25))).length
    s.camera.data.dof.aperture_fstop = 0.42


# ---------- strips: a band swept along a centre line; UV in cm (u across, v along)
def strip(name, C, Wd, width, mat, nu=7, thick=0.04, cup=0.0, seg=0):
    n = len(C)
    V = []
    F = []
    UV = []
    L = 0
    vs = []
    for i in range(n):
        if i:
            L += (C[i] - C[i - 1]).length
        t = (C[min(n - 1, i + 1)] - C[max(0, i - 1)]).normalized()
        nn = t.cross(Wd[i])
        for k in range(nu):
            u = k / (nu - 1) - 0.5
            V.append(C[i] + Wd[i] * width * u + nn * cup * (u * u * 4 - 1))
            vs.append(((u + 0.5) * width, L))
    for i in range(n - 1):
        for k in range(nu - 1):
            F.append((i * nu + k, i * nu + k + 1, (i + 1) * nu + k + 1, (i + 1) * nu + k))
    o = obj_from(name, V, F, mat, True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        uv.data[lp.index].uv = vs[lp.vertex_index]
    if thick:
        m = o.modifiers.new('s', 'SOLIDIFY')
        m.thickness = thick
        m.offset = 0
    return o


def roll(cx, cy, r0, turns, pitch, width, a0=0, tail=0, bend=0.0, flat=3.0, z0=0, seed=1):
    """spiral lying on its side; the tail leaves along the tangent and lies down over `flat` cm"""
    C = []
    W = []
    n = int(turns * 56)
    wob = random.Random(seed)
    for i in range(n + 1):
        th = a0 + 2 * math.pi * i / 56
        r = r0 + pitch * i / 56 + 0.012 * mnoise.noise((i * 0.11, seed, 0))
        dz = 0.035 * mnoise.noise((i / 56 * 0.9, seed * 2.3, 4))
        C.append(Vector((cx + r * math.cos(th), cy + r * math.sin(th), z0 + width / 2 + dz)))
        W.append(Vector((0, 0, 1)))
    if tail:
        t = C[-1] - C[-2]
        ang = math.atan2(t.y, t.x)
        p = C[-1].copy()
        m = int(tail / 0.12)
        for i in range(1, m + 1):
            s_ = i * 0.12
            ang += bend * 0.12 * (1 if s_ < tail * 0.5 else -0.8) + 0.03 * mnoise.noise((s_ * 0.5, seed, 7))
            p = p + Vector((math.cos(ang), math.sin(ang), 0)) * 0.12
            ph = min(1, s_ / flat)
            ph = ph * ph * (3 - 2 * ph) * math.pi / 2
            N = Vector((math.sin(ang), -math.cos(ang), 0))
            W.append((Vector((0, 0, 1)) * math.cos(ph) + N * math.sin(ph)).normalized())
            C.append(
                Vector(
                    (
                        p.x,
                        p.y,
                        z0 * (1 - ph / 1.571)
                        + 0.04
                        + width / 2 * math.cos(ph)
                        + 0.05 * math.sin(ph) * (1 + mnoise.noise((s_ * 0.45, seed, 2))) * 1.2,
                    )
                )
            )
    return C, W


def weave(
    name, color, ribs=7, cross=26, rough=0.75, sheen=0.5, strength=0.7, dist=0.03, stripe=None, spec=0.3, alpha=0.35
):
    """knitted/woven band: lengthwise ribs x cross threads in UV space; stripe=(colour,u0,u1,...) coloured bands across the width"""
    b = M(name, color, rough, spec=spec)
    b.p.inputs['Sheen'].default_value = sheen
    v = b.coords('UV')
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    u, w = sx.outputs[0], sx.outputs[1]
    r = b.math('ABSOLUTE', b.math('SINE', b.math('MULTIPLY', u, ribs * math.pi)))
    r = b.math('POWER', r, 0.6)
    ph = b.math('MULTIPLY', b.math('FLOOR', b.math('MULTIPLY', u, ribs)), 1.5708)
    cr = b.math('ABSOLUTE', b.math('SINE', b.math('ADD', b.math('MULTIPLY', w, cross), ph)))
    nz = b.noise(b.coords('Object'), 26, 3)
    h = b.math(
        'ADD', b.math('MULTIPLY', r, 0.65), b.math('ADD', b.math('MULTIPLY', cr, alpha), b.math('MULTIPLY', nz, 0.25))
    )
    hc = hexc(color)
    dk = tuple(q * 0.62 for q in hc[:3]) + (1,)
    col = b.mix(b.math('MULTIPLY', h, 0.95), dk, hc)
    if stripe:
        for k in range(0, len(stripe), 3):
            m_ = b.math('MULTIPLY', b.math('GREATER_THAN', u, stripe[k + 1]), b.math('LESS_THAN', u, stripe[k + 2]))
            c2 = hexc(stripe[k])
            col = b.mix(m_, col, b.mix(b.math('MULTIPLY', h, 0.95), tuple(q * 0.62 for q in c2[:3]) + (1,), c2))
    b.set('Base Color', col)
    b.bump(h, strength, dist)
    return b.m


def satin(name, color, rough=0.40):
    b = M(name, color, rough, spec=0.5)
    b.p.inputs['Sheen'].default_value = 0.7
    b.p.inputs['Anisotropic'].default_value = 0.5
    v = b.coords('UV')
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    g = b.math('SINE', b.math('MULTIPLY', sx.outputs[1], 95))
    n = b.noise(b.coords('UV', (46, 1.3, 1)), 2, 4)
    n2 = b.noise(b.coords('UV', (1.2, 40, 1)), 2, 3)  # warp streaks + weft
    b.bump(b.math('ADD', b.math('MULTIPLY', g, 0.25), b.math('ADD', b.math('MULTIPLY', n, 1.2), n2)), 0.3, 0.015)
    hc = hexc(color)
    b.set(
        'Base Color', b.mix(n, tuple(q * 0.8 for q in hc[:3]) + (1,), tuple(min(1, q * 1.12) for q in hc[:3]) + (1,))
    )
    b.set('Roughness', b.math('ADD', rough - 0.08, b.math('MULTIPLY', n, 0.22)))
    return b.m


def lay(cx, cy, ang, length, z=0.05, wave=0.0, amp=0.06, seed=1, step=0.15, curve=0.0, lift=0.0):
    """centre line of a band lying flat on the table"""
    C = []
    W = []
    n = int(length / step)
    p = Vector((cx, cy, z))
    th = ang
    for i in range(n + 1):
        s_ = i * step
        th = ang + curve * (s_ / length - 0.5) + wave * math.sin(s_ * 0.55 + seed)
        p = p + Vector((math.cos(th), math.sin(th), 0)) * step
        zz = z + amp * (1 + mnoise.noise((s_ * 0.38, seed * 1.7, 3))) + lift * math.sin(math.pi * s_ / length) ** 2
        C.append(Vector((p.x, p.y, zz)))
        W.append(Vector((math.sin(th), -math.cos(th), 0.0)).normalized())
    return C, W


def focus(cam_loc, target, lens, on, f=0.42):
    camera(cam_loc, target, lens, f, None)
    d = s.camera.data.dof
    d.focus_distance = (Vector(cam_loc) - Vector(on)).length
    d.aperture_fstop = f
    d.aperture_blades = 9


def scene_elastic():
    cols = [
        ('#ece6da', None, 1.9),
        ('#14625f', None, 1.5),
        ('#1d1f22', None, 1.9),
        ('#c46a36', None, 1.1),
        ('#e9e2d3', ('#12494b', 0.45, 0.75, '#12494b', 1.15, 1.45), 1.9),
        ('#17304d', None, 1.3),
        ('#d9a441', None, 0.9),
    ]
    spec = [
        (0, -1.6, -1.0, 0.9, 13, 0, -0.6, 0, 0),
        (1, 2.7, -0.3, 0.75, 12, 0.0, -1.2, 0, 0),
        (2, 0.9, 3.3, 0.9, 12, 0, -1.9, 0, 0),
        (4, -4.4, 2.6, 0.9, 14, 0, -0.4, 0, 0),
        (3, 5.4, 2.9, 0.6, 15, 0, 2, 0, 0),
        (5, 4.6, 6.4, 0.8, 14, 0, 0, 0, 0),
        (6, -1.9, 6.2, 0.8, 13, 0, 0, 0, 0),
        (0, -7.2, 6.5, 0.8, 14, 0, 0, 0, 0),
        (3, 1.5, 8.6, 0.8, 13, 0, 0, 0, 0),
        (1, -5.2, -3.4, 0.7, 10, 0, 1, 0, 0),
    ]
    for k, (c, x, y, r0, t, z, a0, tail, bend) in enumerate(spec):
        col, st, w = cols[c]
        m = weave('el%d' % k, col, 5.5, 20, 0.8, 0.6, 0.8, 0.035, st)
        C, W = roll(x, y, r0, t, 0.115, w, a0 + k, tail, bend, 2.6, 0, k)
        strip('el%d' % k, C, W, w, m, 8, 0.095)
    # loose lengths in the foreground
    for k, (c, x, y, an, cv) in enumerate(
        ((1, -6.5, -5.1, 0.22, 0.5), (4, -5.5, -6.9, 0.10, 0.35), (3, 1.2, -5.6, 0.35, -0.5))
    ):
        col, st, w = cols[c]
        C, W = lay(x, y, an, 13, 0.07, 0.05, 0.05, k, 0.15, cv)
        strip('lo%d' % k, C, W, w, weave('lo%d' % k, col, 5.5, 20, 0.8, 0.6, 0.8, 0.035, st), 8, 0.09)
    cloth_ground('#e6dccb', '#cbbda6')
    studio(230, 140, 30)
    focus((3.2, -11.5, 8.4), (-0.1, 0.2, 0.6), 52, (-0.3, -2.6, 1.3), 0.5)


def scene_ribbon():
    cols = ['#0f4a4b', '#c46a36', '#efe4cf', '#2f8a84', '#d9a441', '#7a2f33', '#17304d', '#e8c9b6']
    ms = [satin('sat%d' % i, c) for i, c in enumerate(cols)]
    ms[2] = weave('gros', cols[2], 0.6, 34, 0.8, 0.6, 0.6, 0.03, alpha=1)
    ms[4] = weave('gros2', cols[4], 0.6, 34, 0.8, 0.6, 0.6, 0.03, alpha=1)  # two grosgrains
    # horseshoe loops ("ribbon candy"): heading th = A cos(s), swept with the width across
    for k, (c, y, x0, Lp, ph, w) in enumerate(
        (
            (0, -2.3, -8.5, 4.6, 0.4, 1.5),
            (4, -0.5, -8.5, 3.9, 2.0, 1.3),
            (2, 1.4, -8.5, 5.0, 3.1, 1.6),
            (1, 3.3, -8.5, 4.4, 1.0, 1.5),
            (3, 5.2, -8.5, 4.8, 4.2, 1.5),
            (5, 7.1, -8.5, 5.2, 2.4, 1.5),
            (6, 9.0, -9, 5.2, 0.8, 1.6),
        )
    ):
        C = []
        W = []
        x = x0
        z = 0
        ds = 0.06
        for i in range(int(44 / ds)):
            t = i * ds / Lp * 2 * math.pi + ph
            A = 1.72 + 0.16 * mnoise.noise((t * 0.16, k * 2.7, 0))
            th = A * math.cos(t)
            x += ds * math.cos(th)
            z += ds * math.sin(th)
            C.append(Vector((x, y + 0.22 * math.sin(t * 0.21 + k), z)))
            W.append(Vector((0.13 * math.sin(t * 0.33 + k), 1, 0.08 * math.sin(t * 0.29 + k))).normalized())
        for q in range(3):  # keep every valley on the table
            n = len(C)
            win = int(Lp / ds * 0.5)
            lo = [min(c.z for c in C[max(0, i - win) : i + win + 1]) for i in range(0, n, 8)]
            C = [Vector((p.x, p.y, p.z - 0.9 * lo[min(len(lo) - 1, i // 8)])) for i, p in enumerate(C)]
        mz = min(p.z for p in C)
        C = [Vector((p.x, p.y, p.z - mz + 0.03)) for p in C]
        strip('rib%d' % k, C, W, w, ms[c], 7, 0.022)
    # rolls standing in front and at the side
    for k, (c, x, y, r0, t, w) in enumerate(
        ((1, 4.1, -5.0, 0.7, 16, 1.6), (3, -5.0, -5.1, 0.7, 14, 1.3), (7, -0.3, -5.5, 0.6, 13, 1.1))
    ):
        C, W = roll(x, y, r0, t, 0.055, w, k * 2.1, 0, 0, 3, 0, k + 30)
        strip('rr%d' % k, C, W, w, ms[c], 5, 0.03)
        cyl('core%d' % k, r0 - 0.06, w * 0.96, (x, y, w / 2), plain('kraftcore', '#b98f63', 0.85))
    cloth_ground('#ece3d4', '#d2c6b1')
    studio(210, 150, 30)
    focus((2.4, -12.6, 7.8), (-0.1, 0.2, 0.6), 50, (0.2, -3.4, 1.3), 0.5)


def lacem(name, img, color='#f6f1e6', period=3.0, width=3.0):
    """thread colour on an alpha mask; relief from the blurred mask"""
    b = M(name, color, 0.9, spec=0.15)
    b.p.inputs['Sheen'].default_value = 0.5
    uv = b.coords('UV', (1 / width, 1 / period, 1))
    im = b.n.new('ShaderNodeTexImage')
    im.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
    im.image.colorspace_settings.name = 'Non-Color'
    b.link(uv, im.inputs[0])
    sep = b.n.new('ShaderNodeSeparateRGB')
    b.link(im.outputs['Color'], sep.inputs[0])  # R = height, G = mask
    th = b.noise(b.coords('UV', (40, 40, 1)), 1.5, 3)
    h = b.math('ADD', sep.outputs[0], b.math('MULTIPLY', th, 0.22))
    b.bump(h, 0.9, 0.05)
    hc = hexc(color)
    b.set('Base Color', b.mix(h, tuple(q * 0.72 for q in hc[:3]) + (1,), hc))
    tp = b.n.new('ShaderNodeBsdfTransparent')
    mx = b.n.new('ShaderNodeMixShader')
    b.link(sep.outputs[1], mx.inputs[0])
    b.link(tp.outputs[0], mx.inputs[1])
    b.link(b.p.outputs[0], mx.inputs[2])
    b.link(mx.outputs[0], b.out.inputs[0])
    return b.m


def scene_lace():
    a1 = lacem('lac1', 'lace1', '#f7f2e8', 2.6, 3.4)
    a2 = lacem('lac2', 'lace2', '#f3ead8', 1.6, 2.2)
    a3 = lacem('lac3', 'lace1', '#e9d3bb', 2.0, 2.6)
    a4 = lacem('lac4', 'lace2', '#fbf8f2', 1.2, 1.7)
    an = 0.52
    for k, (m, w, off, cv, l) in enumerate(
        (
            (a1, 3.4, -1.7, 0.10, 0),
            (a2, 2.2, 1.9, -0.06, 0),
            (a3, 2.6, 4.9, 0.10, 0),
            (a4, 1.7, -4.9, 0.12, 0),
            (a1, 3.4, 8.6, 0.05, 0),
            (a2, 2.2, -7.4, 0.08, 0),
        )
    ):
        C, W = lay(-10 - off * math.sin(an), -5.6 + off * math.cos(an), an, 24, 0.06, 0.03, 0.10, k + 2, 0.12, cv)
        strip('lace%d' % k, C, W, w, m, 24, 0)
    cloth_ground('#0f4a4b', '#0a3638', 34, 44, 0.02)
    studio(240, 150, 34)
    focus((1.8, -9.6, 8.2), (-0.2, -0.2, 0.1), 56, (-0.2, -1.2, 0.2), 0.6)


def labelm(name, img, w, l, v0=0.0, rep=False):
    """woven damask label: picture in thread, relief from its brightness, fine cross threads"""
    b = M(name, '#ffffff', 0.62, spec=0.35)
    b.p.inputs['Sheen'].default_value = 0.6
    v = b.coords('UV')
    mp = b.n.new('ShaderNodeMapping')
    mp.inputs['Location'].default_value = (0, -v0 / l, 0)
    mp.inputs['Scale'].default_value = (1 / w, 1 / l, 1)
    b.link(v, mp.inputs['Vector'])
    im = b.n.new('ShaderNodeTexImage')
    im.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
    im.extension = 'REPEAT' if rep else 'EXTEND'
    b.link(mp.outputs[0], im.inputs[0])
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    a_ = b.math('ABSOLUTE', b.math('SINE', b.math('MULTIPLY', sx.outputs[1], 64)))
    c_ = b.math('ABSOLUTE', b.math('SINE', b.math('MULTIPLY', sx.outputs[0], 48)))
    bw = b.n.new('ShaderNodeRGBToBW')
    b.link(im.outputs[0], bw.inputs[0])
    h = b.math(
        'ADD',
        b.math('ADD', b.math('MULTIPLY', a_, 0.5), b.math('MULTIPLY', c_, 0.22)),
        b.math('MULTIPLY', bw.outputs[0], 0.9),
    )
    b.bump(h, 0.55, 0.018)
    b.set(
        'Base Color',
        b.mix(b.math('SUBTRACT', 0.42, b.math('MULTIPLY', a_, 0.42)), im.outputs[0], '#3a3630', 'MULTIPLY'),
    )
    return b.m


def label(name, mat, x, y, rot, w, l, z=0.03, lift=0.10, seed=1):
    """end-fold label: both ends turned under, slight spring in the middle"""
    P = []
    f = 0.55
    r = 0.055
    P += [(f * (1 - i / 5), 0.02) for i in range(6)] + [
        (-r * math.sin(math.pi * i / 8), 0.02 + r - r * math.cos(math.pi * i / 8)) for i in range(1, 8)
    ]
    n = int(l / 0.1)
    P += [
        (
            l * i / n,
            0.02 + 2 * r + lift * math.sin(math.pi * i / n) * (0.6 + 0.4 * mnoise.noise((seed * 3.1, i * 0.1, 0))),
        )
        for i in range(n + 1)
    ]
    P += [(l + r * math.sin(math.pi * i / 8), 0.02 + r + r * math.cos(math.pi * i / 8)) for i in range(1, 8)] + [
        (l - f * i / 5, 0.02) for i in range(1, 6)
    ]
    c, s_ = math.cos(rot), math.sin(rot)
    C = [Vector((x + (p - l / 2) * c, y + (p - l / 2) * s_, z + q)) for p, q in P]
    W = [Vector((s_, -c, 0.02 * math.sin(seed)))] * len(C)
    return strip(name, C, W, w, mat, 9, 0.03)


def scene_label():
    w, l = 2.5, 3.9
    ms = [labelm('lb%d' % i, 'label%d' % i, w, l, 0.72) for i in range(6)]
    k = 0
    for row in range(-3, 6):
        for col in range(-4, 5):
            x = col * 2.72 + (row % 2) * 1.3 + rnd.uniform(-0.12, 0.12)
            y = row * 4.15 + (col % 2) * 0.5 + rnd.uniform(-0.15, 0.15)
            c, s_ = math.cos(-0.42), math.sin(-0.42)
            if rnd.random() < 0.04 and row > -1:
                continue
            label(
                'la%d' % k,
                ms[(row * 2 + col * 5) % 6],
                x * c - y * s_,
                x * s_ + y * c,
                math.pi / 2 - 0.42 + rnd.uniform(-0.09, 0.09),
                w,
                l,
                0.02 + 0.0 * k,
                rnd.uniform(0.05, 0.2),
                k,
            )
            k += 1
    for j, (x, y, i, an) in enumerate(
        ((-3.1, 1.2, 0, 0.5), (2.6, -1.9, 4, -0.9), (3.9, 4.3, 2, 0.3), (-1.2, -3.0, 3, 1.2), (0.5, 3.1, 5, -0.4))
    ):
        label('lt%d' % j, ms[i], x, y, math.pi / 2 + an, w, l, 0.20, 0.14, j + 60)
    C, W = roll(4.6, 1.6, 0.75, 13, 0.075, 2.0, 1, 0, 0, 3, 0.12, 3)
    strip('lroll', C, W, 2.0, labelm('lbr', 'label1', 2.0, 3.1, 0, True), 6, 0.05)
    cloth_ground('#e9e0d1', '#cfc2ac')
    studio(225, 140, 30)
    focus((2.2, -10.6, 8.6), (0.2, 0.2, 0.1), 56, (0, -1.3, 0.3), 0.5)


def scene_hanger():
    oakw = wood('hoak', '#d0a873', '#a87a49', 1.0, 'X', 0.32, bump=0.04)
    wal = wood('hwal', '#7b5234', '#4c2f1c', 1.0, 'X', 0.34, bump=0.04)
    teal = plain('hteal', '#0f4a4b', 0.42, clearcoat=0.3)
    ivory = plain('hiv', '#efe6d6', 0.36, clearcoat=0.3)
    copper = plain('hcop', '#a85722', 0.42, clearcoat=0.3)
    brass = metalm('hbr', '#c9993f', 0.3)
    chrome = metalm('hch', '#c9cbcd', 0.26)

    def hanger(y, mat, metal, rz, bar=True):
        e = bpy.data.objects.new('h', None)
        bpy.context.collection.objects.link(e)
        parts = []
        n = 81
        k = 28
        V = []
        F = []
        for i in range(n):
            t = -1 + 2 * i / (n - 1)
            a_ = abs(t)
            x = 2.2 * t
            z = 0.10 - 0.02 * (1 - a_) - 0.80 * a_**1.55 + 0.10 * math.exp(-((t / 0.10) ** 2))
            yy = 0.26 * a_**2
            wy = 0.085 + 0.15 * max(0, (a_ - 0.35) / 0.65) ** 1.6
            hz = 0.13 - 0.02 * a_ + 0.035 * math.exp(-((t / 0.12) ** 2))
            e_ = 1 if a_ < 0.93 else math.sqrt(max(0.02, 1 - ((a_ - 0.93) / 0.07) ** 2))
            for j in range(k):
                q = 2 * math.pi * j / k
                cx, sz = math.cos(q), math.sin(q)
                p = 0.75
                V.append(
                    (
                        x,
                        -yy + math.copysign(abs(cx) ** p, cx) * wy * e_,
                        z + math.copysign(abs(sz) ** p, sz) * hz * e_,
                    )
                )
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
        parts.append(o)
        hk = [(0, 0, 0.2), (0, 0, 0.30), (0, 0, 0.42)] + [
            (0.19 * math.cos(R(q)), 0, 0.70 + 0.19 * math.sin(R(q))) for q in range(-78, 205, 12)
        ]
        parts.append(tube('hook', hk, 0.024, metal, 8))
        parts.append(cyl('col', 0.055, 0.10, (0, 0, 0.27), metal, seg=28, bev=0.012))
        if bar:
            parts.append(cyl('bar', 0.05, 3.86, (0, -0.20, -0.60), mat, (0, R(90), 0), 28, 0.01))
        for p in parts:
            p.parent = e
        e.location = (0, y, 0)
        e.rotation_euler = (0, 0, R(rz))
        return e

    seq = [
        (oakw, chrome),
        (teal, brass),
        (wal, brass),
        (ivory, brass),
        (oakw, chrome),
        (copper, brass),
        (wal, chrome),
        (teal, brass),
        (oakw, chrome),
        (ivory, brass),
        (wal, brass),
        (oakw, chrome),
        (teal, brass),
    ]
    y = -2.1
    for k, (m_, h_) in enumerate(seq):
        hanger(y, m_, h_, rnd.uniform(-5, 5) - 3, True)
        y += 0.62 + rnd.uniform(-0.06, 0.10)
    cyl('rail', 0.085, 30, (0, 6, 0.782), metalm('rail', '#b98a3e', 0.3), (R(90), 0, 0), 48)
    wl = plain('wallb', '#dcd0bc', 0.9, 0.25, 3)
    obj_from('bg', [(-30, 16, -20), (40, 16, -20), (40, 16, 20), (-30, 16, 20)], [(0, 1, 2, 3)], wl)
    area('key', (-6, -5, 5), (0, 1, 0), 4, 900, '#fff0da')
    area('rim', (6, 6, 3), (0, 1.5, 0), 2.5, 620, '#ffffff', 5)
    area('bgl', (-2, 9, 6), (3, 16, 0), 6, 420, '#fff0da')
    area('fl', (4, -8, 0), (0, 0, 0), 5, 160, '#e8f0ff')
    world('#f3efe8', 0.3)
    focus((3.1, -7.4, 1.5), (0.02, 0.2, -0.16), 54, (0.2, -2.0, 0.1), 0.55)


def scene_tags():
    """hang tags with eyelets and cords on a plank table"""
    obj_from(
        'table',
        [(-40, -30, 0), (40, -30, 0), (40, 40, 0), (-40, 40, 0)],
        [(0, 1, 2, 3)],
        wood('table', '#b98f63', '#8a6040', 0.22, 'X', 0.38, bump=0.12),
    )
    brass = metalm('eye', '#c9993f', 0.3)
    designs = [
        ('#f3ecde', 'tag0'),
        ('#0f4a4b', 'tag1'),
        ('#c9a983', 'tag2'),
        ('#7a3b2e', 'tag3'),
        ('#1b2327', 'tag4'),
    ]
    cords = [plain('cd%d' % k, c, 0.9, 0.5, 40) for k, c in enumerate(('#e9dfcc', '#14625f', '#3a2a1c', '#c46a36'))]

    def tag(x, y, z, rz, k, w=2.6, l=4.6, tilt=0):
        b = M('tg%d' % k, '#fff', 0.75, spec=0.25)
        im = b.n.new('ShaderNodeTexImage')
        im.image = bpy.data.images.load(f'{CACHE}/tex/{designs[k][1]}.png')
        b.link(im.outputs[0], b.p.inputs['Base Color'])
        b.bump(b.noise(b.coords('Object'), 22, 4), 0.10, 0.02)
        cut = 0.55
        P = [
            (-w / 2 + cut, l / 2),
            (-w / 2, l / 2 - cut),
            (-w / 2, -l / 2),
            (w / 2, -l / 2),
            (w / 2, l / 2 - cut),
            (w / 2 - cut, l / 2),
        ]
        cu = bpy.data.curves.new('tag', 'CURVE')
        cu.dimensions = '2D'
        cu.fill_mode = 'BOTH'
        cu.extrude = 0.022
        cu.bevel_depth = 0.012
        cu.bevel_resolution = 2
        for pts in (
            P,
            [(0.17 * math.cos(q / 24 * 6.2832), l / 2 - 0.55 + 0.17 * math.sin(q / 24 * 6.2832)) for q in range(24)],
        ):
            sp = cu.splines.new('POLY')
            sp.points.add(len(pts) - 1)
            sp.use_cyclic_u = True
            for q, (px, py) in zip(sp.points, pts):
                q.co = (px, py, 0, 1)
        o = bpy.data.objects.new('tag', cu)
        bpy.context.collection.objects.link(o)
        dg = bpy.context.evaluated_depsgraph_get()
        me = bpy.data.meshes.new_from_object(o.evaluated_get(dg))
        bpy.data.objects.remove(o)
        uv = me.uv_layers[0] if me.uv_layers else me.uv_layers.new()
        for lp in me.loops:
            c = me.vertices[lp.vertex_index].co
            uv.data[lp.index].uv = (c.x / w + 0.5, c.y / l + 0.5)
        me.materials.clear()
        me.materials.append(b.m)
        o = bpy.data.objects.new('tag', me)
        bpy.context.collection.objects.link(o)
        e = lathe(
            'eyelet',
            [
                (0.15, -0.05),
                (0.15, 0.05),
                (0.20, 0.075),
                (0.27, 0.06),
                (0.29, 0.035),
                (0.27, 0.03),
                (0.27, -0.03),
                (0.2, -0.06),
                (0.15, -0.05),
            ],
            brass,
            (0, l / 2 - 0.55, 0),
            48,
        )
        e.parent = o
        pts = [
            (0, l / 2 - 0.55, -0.10),
            (0.05, l / 2 - 0.3, 0.10),
            (0.25, l / 2 + 0.5, 0.06),
            (0.9, l / 2 + 1.6, 0.03),
            (1.0, l / 2 + 2.9, 0.03),
            (0.1, l / 2 + 3.7, 0.03),
            (-0.8, l / 2 + 3.0, 0.03),
            (-0.75, l / 2 + 1.7, 0.03),
            (-0.2, l / 2 + 0.6, 0.08),
            (-0.04, l / 2 - 0.3, 0.12),
            (0, l / 2 - 0.55, -0.10),
        ]
        r = random.Random(k * 7 + int(x * 10))
        pts = [
            (
                px + r.uniform(-0.25, 0.25) * (1 if py > l / 2 else 0),
                py + r.uniform(-0.25, 0.25) * (1 if py > l / 2 + 0.5 else 0),
                pz,
            )
            for px, py, pz in pts
        ]
        t = tube('cord', pts, 0.045, cords[(k + int(x)) % 4], 10)
        t.parent = o
        o.location = (x, y, z)
        o.rotation_euler = (R(tilt), R(r.uniform(-1.5, 1.5)), R(rz))

    for i, (x, y, rz, k) in enumerate(
        (
            (-3.4, -1.6, 22, 0),
            (-0.2, -2.3, -10, 1),
            (2.9, -1.4, -34, 2),
            (0.9, 1.6, 14, 3),
            (-2.5, 2.8, -22, 4),
            (4.6, 2.3, 8, 0),
            (-5.8, 1.2, 38, 2),
            (1.6, 5.6, -14, 1),
            (-1.6, 7.4, 20, 3),
            (5.7, 6.6, -26, 4),
            (-6.2, 6.1, -8, 0),
            (5.4, -4.3, 12, 3),
            (-1.9, -6.2, 16, 4),
            (2.3, -6.0, -18, 0),
            (-6.3, -4.6, -20, 1),
        )
    ):
        tag(x, y, 0.05 + 0.055 * (i % 4), rz, k)
    studio(215, 120, 26)
    focus((1.8, -10.4, 9.0), (0, 0.4, 0.1), 54, (-0.2, -1.6, 0.1), 0.5)


def scene_tape():
    """tailor's tape: a coil and a loose length with ticks (no figures), buttons around"""
    b = M('tp', '#e8b64a', 0.5, spec=0.45)
    v = b.coords('UV')
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    u, w = sx.outputs[0], sx.outputs[1]

    def ticks(per, ln, th):
        fr = b.math('FRACT', b.math('DIVIDE', w, per))
        return b.math('MULTIPLY', b.math('LESS_THAN', fr, th / per), b.math('LESS_THAN', u, ln))

    t = b.math('MAXIMUM', b.math('MAXIMUM', ticks(0.1, 0.22, 0.022), ticks(0.5, 0.38, 0.03)), ticks(1.0, 0.62, 0.04))
    red = b.math(
        'MULTIPLY',
        b.math('GREATER_THAN', u, 1.12),
        b.math('LESS_THAN', b.math('FRACT', b.math('DIVIDE', w, 5.0)), 0.14),
    )
    b.set('Base Color', b.mix(red, b.mix(t, '#e8b64a', '#1e2022'), '#a83a2a'))
    n = b.noise(b.coords('UV', (40, 40, 1)), 1.5, 2)
    b.bump(n, 0.12, 0.01)
    C, W = roll(-1.4, 1.3, 0.8, 9, 0.085, 1.35, 2.6, 0, 0, 3.4, 0.19, 4)
    strip('tape', C, W, 1.35, b.m, 5, 0.028)
    C, W = lay(-7.5, -4.1, 0.34, 20, 0.06, 0.05, 0.05, 3, 0.15, -0.75)
    strip('tape2', C, W, 1.35, b.m, 5, 0.028)
    ms = [
        button_mesh('b%d' % i, 1.0, 0.26, h, st) for i, (h, st) in enumerate(((4, 'rim'), (4, 'step'), (2, 'bowl')))
    ]
    mm = [
        resin('teal', '#14625f', '#0d4647'),
        resin('tort', '#8a4a1c', '#2a140a', marble=1.5),
        pearl('pearl'),
        resin('navy', '#17304d', '#0d1f36'),
        resin('coral', '#c7603f', '#a94a2c'),
    ]
    for k, (x, y, sc) in enumerate(
        (
            (2.9, -1.7, 0.85),
            (4.9, 0.7, 0.7),
            (2.2, 3.8, 0.62),
            (5.2, 3.3, 0.8),
            (-4.9, -1.9, 0.75),
            (-6.1, 0.6, 0.62),
            (3.9, -3.4, 0.6),
            (0.8, 4.6, 0.8),
            (6.6, 2.1, 0.62),
            (-5.2, 3.4, 0.85),
            (-3.6, 4.8, 0.62),
        )
    ):
        me = ms[k % 3].copy()
        me.materials.clear()
        me.materials.append(mm[(k * 3) % 5])
        o = bpy.data.objects.new('b', me)
        bpy.context.collection.objects.link(o)
        o.scale = (sc,) * 3
        o.location = (x, y, 0.04)
        o.rotation_euler = (0, 0, k)
    cloth_ground('#1d6460', '#124845', 34, 44, 0.02)
    studio(240, 140, 30)
    focus((2.2, -9.8, 8.2), (0.2, 0.9, 0.3), 54, (-0.9, -0.3, 0.7), 0.5)


def scene_swatch():
    """fan of fabric swatches with pinked edges on a brass ring, ribbon samples beside it"""
    cols = [
        '#0f4a4b',
        '#1d6e69',
        '#5fa39a',
        '#b9cfc2',
        '#efe6d2',
        '#e3c58b',
        '#d09a3c',
        '#b9652f',
        '#8f3d2c',
        '#5b2530',
        '#3a2f4a',
        '#17304d',
        '#3f6387',
    ]
    for k, c in enumerate(cols):
        w, l = 3.6, 8.2
        nx, ny = 90, 60
        zz = 0.05 + 0.075 * k

        def fx(u, v):
            pink = 0.10 * (abs(((v * l / 0.36) % 1) * 2 - 1) - 0.5) * (1 if u in (0, 1) else 0)
            py = (0.10 * (abs(((u * w / 0.36) % 1) * 2 - 1) - 0.5)) if v == 1 else 0
            x = (u - 0.5) * w + (pink if u == 1 else -pink if u == 0 else 0)
            y = -0.7 + v * l + py
            return (x, y, 0.10 * v * mnoise.noise((x * 0.35, y * 0.3, k * 0.10)))

        v_, f = grid(nx, ny, fx)
        o = obj_from(
            'sw',
            v_,
            f,
            fabric('f%d' % k, c, tuple(q * 0.86 for q in hexc(c)[:3]) + (1,), (34, 46, 26)[k % 3], 0.95, 0.6, 0.7),
            True,
        )
        m = o.modifiers.new('s', 'SOLIDIFY')
        m.thickness = 0.05
        bp_ = o.data.materials[0].node_tree.nodes
        [setattr(n.inputs['Distance'], 'default_value', 0.03) for n in bp_ if n.type == 'BUMP']
        o.location = (-3.6, -5.4, zz)
        o.rotation_euler = (0, 0, R(34 - k * 9.2))
    br = metalm('ring', '#c9993f', 0.3)
    lathe(
        'post',
        [
            (0, 0),
            (0.22, 0),
            (0.24, 0.04),
            (0.20, 0.07),
            (0.13, 0.07),
            (0.13, 1.0),
            (0.2, 1.005),
            (0.24, 1.045),
            (0.2, 1.09),
            (0, 1.09),
        ],
        br,
        (-3.6, -5.4, 0.02),
        48,
    )
    for k, (c, x, y, r0, t) in enumerate(
        (('#c46a36', -7.2, 2.4, 0.7, 12), ('#efe4cf', -8.6, -1.2, 0.7, 10), ('#0f4a4b', -4.6, 5.4, 0.7, 12))
    ):
        C, W = roll(x, y, r0, t, 0.06, 1.3, k, 0, 0, 3, 0, k + 9)
        strip('r%d' % k, C, W, 1.3, satin('rs%d' % k, c), 5, 0.03)
    cloth_ground('#e9e0d1', '#cfc2ac', 34, 50)
    studio(235, 140, 30)
    focus((1.0, -13.6, 11.6), (-0.6, -1.0, 0.2), 50, (-0.6, -2.4, 0.6), 0.6)


def scene_cartons():
    """stacked export cartons with tape, one open with poly-bagged goods; 1 unit = 10 cm"""
    kr = M('kraft', '#b58a5c', 0.85, spec=0.2)
    v = kr.coords('Object')
    n = kr.noise(v, 3, 6)
    fl = kr.noise(kr.coords('Object', (1, 1, 30)), 1.3, 3)
    kr.set(
        'Base Color',
        kr.mix(kr.math('ADD', kr.math('MULTIPLY', n, 0.6), kr.math('MULTIPLY', fl, 0.4)), '#9b7347', '#c69d6d'),
    )
    kr.bump(fl, 0.12, 0.02)
    kraft = kr.m
    tape = M('ptape', '#c9a875', 0.22, spec=0.6, clearcoat=0.4).m
    edge = plain('kedge', '#8a6238', 0.9)

    def carton(x, y, z, w, d, h, rz):
        e = bpy.data.objects.new('c', None)
        bpy.context.collection.objects.link(e)
        P = [
            box('ct', (w, d, h), (0, 0, h / 2), kraft, 0.045, 3),
            box('fa', (w - 0.04, d / 2 - 0.02, 0.03), (0, -d / 4, h + 0.012), kraft, 0.01),
            box('fb', (w - 0.04, d / 2 - 0.02, 0.03), (0, d / 4, h + 0.012), kraft, 0.01),
            box('tp', (w + 0.006, 0.5, 0.008), (0, 0, h + 0.031), tape, 0.002),
            box('tp2', (0.006, 0.5, 0.9), (w / 2 + 0.002, 0, h - 0.43), tape, 0.002),
            box('tp3', (0.006, 0.5, 0.9), (-w / 2 - 0.002, 0, h - 0.43), tape, 0.002),
        ]
        P += (
            [box('lb', (1.15, 0.006, 0.8), (w * 0.18, -d / 2 - 0.004, h * 0.55), plain('lbl', '#f6f2ea', 0.6), 0.001)]
            + [
                box(
                    'ln',
                    (q, 0.006, 0.05),
                    (w * 0.18 - 0.5 + q / 2, -d / 2 - 0.007, h * 0.55 + 0.26 - k * 0.13),
                    plain('ink', '#2a2a2a', 0.7),
                    0,
                )
                for k, q in enumerate((0.8, 0.6, 0.7, 0.45))
            ]
            + [
                box(
                    'bar',
                    (0.03 + 0.03 * (k % 3 == 0), 0.006, 0.2),
                    (w * 0.18 - 0.48 + k * 0.075, -d / 2 - 0.007, h * 0.55 - 0.26),
                    plain('ink2', '#2a2a2a', 0.7),
                    0,
                )
                for k in range(13)
            ]
        )
        for p in P:
            p.parent = e
        e.location = (x, y, z)
        e.rotation_euler = (0, 0, R(rz))

    for x, y, z, w, d, h, rz in (
        (-3.6, 2.2, 0, 4.4, 3.2, 2.6, 4),
        (1.4, 2.8, 0, 4.4, 3.2, 2.6, -3),
        (-1.3, 2.4, 2.65, 4.4, 3.2, 2.6, 2),
        (6.2, 3.6, 0, 4.4, 3.2, 2.6, -8),
        (5.6, 3.4, 2.65, 3.4, 2.8, 2.2, 6),
        (-8.2, 3.2, 0, 4.4, 3.2, 2.6, 7),
        (-6.4, 3.0, 2.65, 3.6, 3.0, 2.4, -5),
        (-0.9, 2.6, 5.3, 3.4, 2.8, 2.0, -7),
        (9.5, 7, 0, 4.4, 3.2, 2.6, 3),
        (-11, 7, 0, 4.4, 3.2, 4.4, 3),
    ):
        carton(x, y, z, w, d, h, rz)
    # open carton in front with button, ribbon and thread goods
    ox, oy, w, d, h = 2.3, -1.9, 4.0, 3.0, 1.9
    for s_, l in (
        ((w, 0.05, h), (0, -d / 2, h / 2)),
        ((w, 0.05, h), (0, d / 2, h / 2)),
        ((0.05, d - 0.05, h), (-w / 2 + 0.025, 0, h / 2)),
        ((0.05, d - 0.05, h), (w / 2 - 0.025, 0, h / 2)),
        ((w, d, 0.05), (0, 0, 0.03)),
    ):
        box('oc', s_, (ox + l[0], oy + l[1], l[2]), kraft, 0.008)
    for s_, l, r_ in (
        ((w, 1.5, 0.045), (0, -d / 2 - 0.62, h - 0.42), (R(36), 0, 0)),
        ((w, 1.5, 0.045), (0, d / 2 + 0.55, h + 0.50), (R(42), 0, 0)),
        ((1.5, d, 0.045), (-w / 2 - 0.60, 0, h - 0.40), (0, R(-34), 0)),
        ((1.5, d, 0.045), (w / 2 + 0.62, 0, h - 0.38), (0, R(32), 0)),
    ):
        box('of', s_, (ox + l[0], oy + l[1], l[2]), kraft, 0.008, rot=r_)
    cs = ['#0f4a4b', '#c46a36', '#efe4cf', '#d9a441', '#17304d', '#7a2f33', '#2f8a84', '#e8c9b6']
    k = 0
    for i in range(4):
        for j in range(3):
            C, W = roll(ox - 1.45 + i * 0.97, oy - 0.95 + j * 0.95, 0.14, 7, 0.042, 0.55, k, 0, 0, 3, 1.25, k)
            strip('g%d' % k, C, W, 0.55, satin('gs%d' % k, cs[k % 8]), 4, 0.03)
            cyl(
                'gc%d' % k,
                0.12,
                0.5,
                (ox - 1.45 + i * 0.97, oy - 0.95 + j * 0.95, 1.5),
                plain('kc', '#b98f63', 0.85),
                seg=28,
            )
            k += 1
    box('fill', (w - 0.15, d - 0.15, 1.2), (ox, oy, 0.63), kraft, 0)
    obj_from(
        'fl',
        [(-60, -40, 0), (60, -40, 0), (60, 60, 0), (-60, 60, 0)],
        [(0, 1, 2, 3)],
        plain('conc', '#b9b2a6', 0.45, 0.15, 2),
    )
    obj_from(
        'wl',
        [(-60, 13, -2), (60, 13, -2), (60, 13, 40), (-60, 13, 40)],
        [(0, 1, 2, 3)],
        plain('wall', '#e6dfd2', 0.9),
    )
    box('bandw', (120, 0.05, 3.4), (0, 12.95, 1.7), plain('wb', '#0f4a4b', 0.6), 0)
    area('key', (-9, -6, 11), (0, 1, 1), 6, 2700, '#fff0da')
    area('rim', (10, 2, 8), (0, 2, 2), 4, 1100, '#ffffff', 6)
    area('fl_', (5, -12, 6), (0, 0, 1), 8, 500, '#e8f0ff')
    world('#f3efe8', 0.3)
    focus((-2.4, -13.6, 5.2), (0.5, 1.2, 2.15), 41, (1.6, -1.4, 1.5), 1.2)


def scene_accessories():
    """wide banner: calm linen on the left, trims gathered on the right"""
    mats = [
        resin('teal', '#14625f', '#0d4647'),
        resin('teal2', '#2f8a84', '#1f6f6b'),
        pearl('pearl'),
        resin('tort', '#8a4a1c', '#2a140a', marble=1.5),
        resin('ivory', '#efe4cf', '#e0d0b3'),
        metalm('brass', '#c9993f', 0.26),
        resin('navy', '#17304d', '#0d1f36'),
        resin('coral', '#c7603f', '#a94a2c'),
    ]
    ms = [
        button_mesh('b%d' % i, 1.0, 0.26, h, st)
        for i, (h, st) in enumerate(((4, 'rim'), (4, 'step'), (2, 'bowl'), (4, 'bowl')))
    ]
    placed = []

    def btn(x, y, sc, k):
        me = ms[k % 4].copy()
        me.materials.clear()
        me.materials.append(mats[k % 8])
        o = bpy.data.objects.new('b', me)
        bpy.context.collection.objects.link(o)
        o.scale = (sc,) * 3
        o.location = (x, y, 0.22 if y < -3.0 + 0.1 * (x + 14) else 0.05)
        o.rotation_euler = (0, 0, k)
        placed.append((x, y, sc))

    occ = [(2.2, 2.6, 2.0), (6.3, 2.3, 2.2), (9.6, -0.4, 1.9), (5.6, 6.8, 2), (10.5, 4.6, 2)]
    for k, (c, x, y, w, r0, t) in enumerate(
        (
            ('#efe4cf', 2.2, 2.6, 1.9, 0.75, 10),
            ('#d9a441', 6.3, 2.3, 1.5, 0.75, 12),
            ('#c46a36', 9.6, -0.4, 1.3, 0.7, 9),
            ('#e8c9b6', 10.5, 4.6, 1.7, 0.7, 10),
            ('#2f8a84', 5.6, 6.8, 1.3, 0.7, 10),
        )
    ):
        m = weave('el%d' % k, c, 5.5, 20, 0.8, 0.6, 0.8, 0.035) if k % 2 == 0 else satin('st%d' % k, c)
        C, W = roll(x, y, r0, t, 0.11 if k % 2 == 0 else 0.085, w, k * 1.3, 0, 0, 3, 0, k)
        strip('r%d' % k, C, W, w, m, 7, 0.09 if k % 2 == 0 else 0.04)
    an = 0.10
    C, W = lay(-14, -4.6, an, 32, 0.06, 0.02, 0.06, 3, 0.12, 0.05)
    strip('lace', C, W, 2.6, lacem('lac', 'lace1', '#f7f2e8', 2.0, 2.6), 20, 0)
    C, W = lay(1.6, -1.3, 0.55, 15, 0.08, 0.06, 0.05, 5, 0.15, -0.8, 0.35)
    strip('rb', C, W, 1.3, satin('rbs', '#c46a36'), 7, 0.022)
    lb = [labelm('lb%d' % i, 'label%d' % i, 2.1, 3.3, 0.6) for i in range(6)]
    for k, (x, y, r_, i) in enumerate(((3.4, -2.0, 0.35, 1), (5.7, -1.6, -0.2, 2), (7.5, -2.5, 0.15, 4))):
        label('la%d' % k, lb[i], x, y, math.pi / 2 + r_, 2.1, 3.3, 0.03 + 0.10 * k, 0.10, k)
    r = random.Random(12)
    k = 0
    n = 0
    while n < 60 and k < 4000:
        k += 1
        x = r.uniform(-0.6, 13)
        y = r.uniform(-3.2, 8)
        sc = r.choice((0.42, 0.5, 0.55, 0.62, 0.7))
        dens = min(1, max(0.04, (x + 0.6) / 5))
        if r.random() > dens or any(
            math.hypot(x - a_, y - b_) < sc + c_ * (0.98 if c_ < 1 else 1) + 0.03 for a_, b_, c_ in placed + occ
        ):
            continue
        if -3.9 < y + 1.7 < 1.6 and 2.3 < x < 8.6:
            continue
        btn(x, y, sc, n * 5 + n // 3)
        n += 1
    for x, y, sc, k in ((-2.6, -1.6, 0.6, 0), (-4.4, 1.2, 0.5, 4), (-1.4, 0.7, 0.7, 7)):
        btn(x, y, sc, k)
    cloth_ground('#0f4a4b', '#0a3638', 34, 64, 0.02)
    studio(265, 160, 36)
    area('key2', (8, 2, 9), (7, 1, 0), 4, 700, '#fff3e2')
    focus((2.4, -15.4, 9.6), (1.6, 0.75, 0.2), 46, (3.6, -1.2, 0.8), 0.7)


def scene_polybag():
    """folded garments in clear bags: pillow cloth, thin transparent-glossy skin; 1 unit = 5 cm"""
    skin = bpy.data.materials.new('skin')
    skin.use_nodes = True
    t = skin.node_tree
    n = t.nodes
    n.clear()
    o_ = n.new('ShaderNodeOutputMaterial')
    tp = n.new('ShaderNodeBsdfTransparent')
    gl = n.new('ShaderNodeBsdfGlossy')
    df = n.new('ShaderNodeBsdfDiffuse')
    m1 = n.new('ShaderNodeMixShader')
    m2 = n.new('ShaderNodeMixShader')
    tp.inputs[0].default_value = (0.97, 0.98, 0.98, 1)
    gl.inputs['Roughness'].default_value = 0.3
    df.inputs[0].default_value = (0.9, 0.93, 0.93, 1)
    lw = n.new('ShaderNodeLayerWeight')
    lw.inputs[0].default_value = 0.26
    tc = n.new('ShaderNodeTexCoord')
    nz = n.new('ShaderNodeTexNoise')
    nz.inputs['Scale'].default_value = 7
    nz.inputs['Detail'].default_value = 5
    nz.inputs['Distortion'].default_value = 1.5
    bp = n.new('ShaderNodeBump')
    bp.inputs['Strength'].default_value = 0.55
    bp.inputs['Distance'].default_value = 0.03
    L = t.links.new
    L(tc.outputs['Object'], nz.inputs[0])
    L(nz.outputs[0], bp.inputs['Height'])
    L(bp.outputs[0], gl.inputs['Normal'])
    m1.inputs[0].default_value = 0.05
    L(tp.outputs[0], m1.inputs[1])
    L(df.outputs[0], m1.inputs[2])
    L(lw.outputs['Fresnel'], m2.inputs[0])
    L(m1.outputs[0], m2.inputs[1])
    L(gl.outputs[0], m2.inputs[2])
    L(m2.outputs[0], o_.inputs[0])
    cols = ['#0f4a4b', '#efe6d2', '#c46a36', '#17304d', '#2f8a84', '#d9a441', '#7a2f33']
    sm = lambda q: max(0, min(1, q)) ** 2 * (3 - 2 * max(0, min(1, q)))

    def film(k):  # one draped sheet over the stack with a flat welded rim
        def fx(u, v):
            x, y = (u - 0.5) * 5.3, (v - 0.5) * 7.2 + 0.25
            p = sm((2.62 - abs(x)) / 0.50) * sm((3.2 - abs(y)) / 0.42)
            return (
                x,
                y,
                0.03
                + 1.03 * p
                + (
                    0.05 * mnoise.noise((x * 1.1, y * 1.1, k * 3.3))
                    + 0.05 * abs(mnoise.noise((x * 2.2 + y, y * 1.2 - x, k * 5.1)))
                )
                * (0.35 + 0.65 * p),
            )

        v, f = grid(90, 110, fx)
        return obj_from('film', v, f, skin, True)

    seal = M('seal', '#f4f1ea', 0.5, spec=0.3).m

    def pack(x, y, z, rz, k):
        e = bpy.data.objects.new('p', None)
        bpy.context.collection.objects.link(e)
        f = fabric('g%d' % k, cols[k % 7], tuple(q * 0.85 for q in hexc(cols[k % 7])[:3]) + (1,), 34, 0.95, 0.6, 0.6)
        P = []
        for q in range(3):
            P.append(
                box(
                    'gm',
                    (4.2 - 0.12 * q, 5.6 - 0.16 * q, 0.24),
                    (0.02 * q, -0.05 * q, 0.30 + 0.21 * q),
                    f,
                    0.11,
                    4,
                    rot=(0, 0, R((-0.6, 0.5, -0.3)[q])),
                )
            )
        P += [
            box('pl', (0.62, 4.9, 0.05), (0, -0.25, 0.86), f, 0.02),
            tube(
                'cl',
                [(-0.95, 2.15, 0.86), (-0.55, 2.45, 0.95), (0, 2.5, 0.98), (0.55, 2.45, 0.95), (0.95, 2.15, 0.86)],
                0.16,
                f,
            ),
        ] + [cyl('bt', 0.09, 0.05, (0, 1.6 - q * 0.95, 0.90), pearl_, seg=20, bev=0.015) for q in range(5)]
        P += [film(k), box('st', (5.3, 0.36, 0.012), (0, 3.62, 0.10), seal, 0.004)]
        P[-2].visible_shadow = False
        for p in P:
            p.parent = e
        e.location = (x, y, z)
        e.rotation_euler = (0, 0, R(rz))

    pearl_ = pearl('pb')
    for k, (x, y, z, rz) in enumerate(
        (
            (-2.7, -1.2, 0, 8),
            (3.2, -1.6, 0, -9),
            (0.3, 3.6, 0, 4),
            (-6.4, 4.4, 0, 14),
            (6.9, 4.0, 0, -14),
            (0.4, 1.1, 1.35, -24),
            (-3.0, 9.2, 0, -6),
            (4.2, 9.6, 0, 9),
        )
    ):
        pack(x, y, z, rz, k)
    cloth_ground('#e9e0d1', '#cfc2ac', 20, 60, 0.02).location.z = -0.02
    studio(270, 170, 34)
    focus((1.6, -14.8, 12.2), (0.2, 1.1, 0.3), 48, (0, -1.6, 1.0), 0.8)


globals()['scene_' + a.scene]()
render(a.out, a.w, a.h, a.spp, bounces=6, clamp=6.0)
