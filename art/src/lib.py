# materials, meshes, lights, camera, render settings
import bpy, bmesh, math, random, os
from common import CACHE, args
from mathutils import Vector, Matrix, noise as mnoise

R = math.radians


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s = bpy.context.scene
    s.world = bpy.data.worlds.new("W")
    s.world.use_nodes = True
    return s


def hexc(h, a=1.0):
    h = h.lstrip('#')
    h = h if len(h) == 6 else ''.join(c * 2 for c in h)
    v = [int(h[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    lin = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in v]
    return (*lin, a)


# materials
class M:
    """tiny node-graph builder around Principled"""

    def __init__(self, name, color='#cccccc', rough=0.5, metal=0.0, spec=0.5, **kw):
        m = bpy.data.materials.new(name)
        m.use_nodes = True
        self.m = m
        self.t = m.node_tree
        self.n = self.t.nodes
        self.l = self.t.links
        self.p = self.n['Principled BSDF']
        self.out = self.n['Material Output']
        self.p.inputs['Base Color'].default_value = hexc(color) if isinstance(color, str) else color
        self.p.inputs['Roughness'].default_value = rough
        self.p.inputs['Metallic'].default_value = metal
        self.p.inputs['Specular'].default_value = spec
        for k, v in kw.items():
            self.p.inputs[k.replace('_', ' ').title().replace('Ior', 'IOR')].default_value = (
                hexc(v) if isinstance(v, str) else v
            )
        self._co = None

    def node(self, typ, **kw):
        nd = self.n.new(typ)
        for k, v in kw.items():
            if k in nd.bl_rna.properties.keys():
                setattr(nd, k, v)
            else:
                nd.inputs[k].default_value = v
        return nd

    def link(self, a, b):
        self.l.new(a, b)

    def coords(self, kind='Object', scale=(1, 1, 1), rot=(0, 0, 0)):
        tc = self.n.new('ShaderNodeTexCoord')
        mp = self.n.new('ShaderNodeMapping')
        mp.inputs['Scale'].default_value = scale
        mp.inputs['Rotation'].default_value = rot
        self.link(tc.outputs[kind], mp.inputs['Vector'])
        return mp.outputs['Vector']

    def ramp(self, fac, stops):
        r = self.n.new('ShaderNodeValToRGB')
        els = r.color_ramp.elements
        while len(els) < len(stops):
            els.new(0.5)
        for e, (p, c) in zip(els, stops):
            e.position = p
            e.color = hexc(c) if isinstance(c, str) else c
        self.link(fac, r.inputs['Fac'])
        return r.outputs['Color']

    def mix(self, fac, a, b, blend='MIX'):
        mx = self.n.new('ShaderNodeMixRGB')
        mx.blend_type = blend
        for sock, v in ((mx.inputs['Fac'], fac), (mx.inputs['Color1'], a), (mx.inputs['Color2'], b)):
            if isinstance(v, str):
                sock.default_value = hexc(v)
            elif hasattr(v, 'links'):
                self.link(v, sock)
            else:
                sock.default_value = v
        return mx.outputs['Color']

    def math(self, op, a, b=0.0):
        nd = self.n.new('ShaderNodeMath')
        nd.operation = op
        for i, v in enumerate((a, b)):
            if hasattr(v, 'links'):
                self.link(v, nd.inputs[i])
            else:
                nd.inputs[i].default_value = v
        return nd.outputs[0]

    def noise(self, vec, scale=5, detail=6, rough=0.55, dist=0.0):
        nd = self.node('ShaderNodeTexNoise')
        nd.inputs['Scale'].default_value = scale
        nd.inputs['Detail'].default_value = detail
        nd.inputs['Roughness'].default_value = rough
        nd.inputs['Distortion'].default_value = dist
        self.link(vec, nd.inputs['Vector'])
        return nd.outputs['Fac']

    def bump(self, height, strength=0.3, distance=0.01):
        b = self.n.new('ShaderNodeBump')
        b.inputs['Strength'].default_value = strength
        b.inputs['Distance'].default_value = distance
        self.link(height, b.inputs['Height'])
        self.link(b.outputs['Normal'], self.p.inputs['Normal'])
        return b

    def set(self, sock, v):
        if hasattr(v, 'links'):
            self.link(v, self.p.inputs[sock])
        else:
            self.p.inputs[sock].default_value = v


def fabric(name, color, color2=None, weave=900, rough=0.9, sheen=0.4, strength=0.25, kind='Object', wr=0.0):
    """woven cloth: crossed waves -> bump + slight two-tone"""
    b = M(name, color, rough, spec=0.2)
    b.p.inputs['Sheen'].default_value = sheen
    v = b.coords(kind)
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    w1 = b.math('SINE', b.math('MULTIPLY', sx.outputs[0], weave))
    yz = b.math('ADD', sx.outputs[1], sx.outputs[2])
    w2 = b.math('SINE', b.math('MULTIPLY', yz, weave))
    w = b.math('MULTIPLY', w1, w2)
    n = b.noise(v, 60, 4)
    big = b.noise(v, 6, 3)
    fac = b.math(
        'ADD', b.math('MULTIPLY', w, 0.25), b.math('ADD', b.math('MULTIPLY', n, 0.5), b.math('MULTIPLY', big, 0.25))
    )
    c2 = color2 or color
    col = b.mix(fac, color, c2)
    b.set('Base Color', col)
    h = b.math('ADD', b.math('MULTIPLY', w, 0.5), b.math('MULTIPLY', n, 0.6))
    b.bump(h, strength, 0.002)
    return b.m


def wood(
    name, light='#b98a5b', dark='#8a5f38', scale=1.0, axis='X', rough=0.42, planks=None, kind='Object', bump=0.08
):
    b = M(name, light, rough, spec=0.4)
    st = {'X': (0.6, 7, 7), 'Y': (7, 0.6, 7), 'Z': (7, 7, 0.6)}[axis]
    v = b.coords(kind, tuple(s * scale for s in st))
    if planks:  # planks=(length,width): brick texture gives per-plank random + gaps
        v0 = b.coords(kind, (1, 1, 1), (0, 0, R(90) if axis == 'Y' else 0))
        br = b.n.new('ShaderNodeTexBrick')
        b.link(v0, br.inputs['Vector'])
        br.inputs['Scale'].default_value = 1
        br.inputs['Mortar Size'].default_value = 0.0018
        br.inputs['Mortar Smooth'].default_value = 0.3
        br.inputs['Brick Width'].default_value = planks[0]
        br.inputs['Row Height'].default_value = planks[1]
        br.offset = 0.37
        br.offset_frequency = 2
        br.squash = 1
        br.inputs['Color1'].default_value = (0, 0, 0, 1)
        br.inputs['Color2'].default_value = (1, 1, 1, 1)
        br.inputs['Mortar'].default_value = (0.5, 0.5, 0.5, 1)
        add = b.node('ShaderNodeVectorMath')
        add.operation = 'MULTIPLY_ADD'
        b.link(br.outputs['Color'], add.inputs[0])
        add.inputs[1].default_value = (13, 29, 7)
        b.link(v, add.inputs[2])
        v = add.outputs[0]
    n1 = b.noise(v, 1.6, 8, 0.6, 1.2)
    n2 = b.noise(v, 12, 4, 0.5, 0.4)
    g = b.math('ADD', b.math('MULTIPLY', n1, 0.75), b.math('MULTIPLY', n2, 0.25))
    col = b.ramp(g, [(0.32, dark), (0.5, light), (0.68, light)])
    if planks:
        tone = b.ramp(br.outputs['Color'], [(0, '#d8d0c8'), (1, '#ffffff')])
        col = b.mix(1.0, col, tone, 'MULTIPLY')
        col = b.mix(br.outputs['Fac'], col, '#2b1c10')
    b.set('Base Color', col)
    b.set('Roughness', b.math('ADD', rough - 0.08, b.math('MULTIPLY', n2, 0.18)))
    h = g
    if planks:
        h = b.math('SUBTRACT', b.math('MULTIPLY', g, 0.35), br.outputs['Fac'])
    b.bump(h, bump if not planks else 0.25, 0.004)
    return b.m


def plain(name, color, rough=0.6, bump=0.0, bscale=60, **kw):
    b = M(name, color, rough, **kw)
    if bump:
        b.bump(b.noise(b.coords(), bscale, 5), bump, 0.003)
    return b.m


def emit(name, color, strength):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    n = m.node_tree.nodes
    n.clear()
    o = n.new('ShaderNodeOutputMaterial')
    e = n.new('ShaderNodeEmission')
    e.inputs[0].default_value = hexc(color)
    e.inputs[1].default_value = strength
    m.node_tree.links.new(e.outputs[0], o.inputs[0])
    m.cycles.sample_as_light = False
    return m  # decorative glow: never sampled as a light


def translucent(name, color, trans=0.6, transparent=0.0):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = m.node_tree
    n = t.nodes
    n.clear()
    o = n.new('ShaderNodeOutputMaterial')
    d = n.new('ShaderNodeBsdfDiffuse')
    tr = n.new('ShaderNodeBsdfTranslucent')
    mx = n.new('ShaderNodeMixShader')
    d.inputs[0].default_value = hexc(color)
    tr.inputs[0].default_value = hexc(color)
    mx.inputs[0].default_value = trans
    t.links.new(d.outputs[0], mx.inputs[1])
    t.links.new(tr.outputs[0], mx.inputs[2])
    last = mx
    if transparent:
        tp = n.new('ShaderNodeBsdfTransparent')
        m2 = n.new('ShaderNodeMixShader')
        m2.inputs[0].default_value = transparent
        t.links.new(mx.outputs[0], m2.inputs[1])
        t.links.new(tp.outputs[0], m2.inputs[2])
        last = m2
    t.links.new(last.outputs[0], o.inputs[0])
    return m


# geometry
def obj_from(name, verts, faces, mat=None, smooth=False, loc=(0, 0, 0), rot=(0, 0, 0)):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(v) for v in verts], [], faces)
    me.update()
    if smooth:
        for p in me.polygons:
            p.use_smooth = True
    o = bpy.data.objects.new(name, me)
    bpy.context.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = rot
    if mat:
        me.materials.append(mat)
    return o


def box(name, size, loc, mat, bevel=0.004, seg=3, rot=(0, 0, 0), smooth=True):
    x, y, z = [s / 2 for s in size]
    v = [(-x, -y, -z), (x, -y, -z), (x, y, -z), (-x, y, -z), (-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
    f = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    o = obj_from(name, v, f, mat, smooth, loc, rot)
    if bevel:
        b = o.modifiers.new('b', 'BEVEL')
        b.width = bevel
        b.segments = seg
        b.limit_method = 'NONE'
        b.harden_normals = True
        o.data.use_auto_smooth = True
        o.data.auto_smooth_angle = R(60)
    return o


def lathe(name, profile, mat, loc=(0, 0, 0), seg=64, smooth=True, rot=(0, 0, 0), angle=30):
    verts = []
    faces = []
    n = len(profile)
    for i in range(seg):
        a = 2 * math.pi * i / seg
        c, s = math.cos(a), math.sin(a)
        verts += [(r * c, r * s, z) for r, z in profile]
    for i in range(seg):
        j = (i + 1) % seg
        for k in range(n - 1):
            faces.append((i * n + k, j * n + k, j * n + k + 1, i * n + k + 1))
    o = obj_from(name, verts, faces, mat, smooth, loc, rot)
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-6)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(o.data)
    bm.free()
    o.data.use_auto_smooth = True
    o.data.auto_smooth_angle = R(angle)
    for p in o.data.polygons:
        p.use_smooth = smooth
    return o


def cyl(name, r, h, loc, mat, rot=(0, 0, 0), seg=48, bev=0.003):
    b = min(bev, r * 0.4, h * 0.4)
    return lathe(
        name,
        [
            (0, -h / 2),
            (r - b, -h / 2),
            (r - b * 0.3, -h / 2 + b * 0.3),
            (r, -h / 2 + b),
            (r, h / 2 - b),
            (r - b * 0.3, h / 2 - b * 0.3),
            (r - b, h / 2),
            (0, h / 2),
        ],
        mat,
        loc,
        seg,
        rot=rot,
        angle=40,
    )


def grid(nx, ny, fx):
    verts = [fx(i / (nx - 1), j / (ny - 1)) for j in range(ny) for i in range(nx)]
    faces = [
        (j * nx + i, j * nx + i + 1, (j + 1) * nx + i + 1, (j + 1) * nx + i)
        for j in range(ny - 1)
        for i in range(nx - 1)
    ]
    return verts, faces


def apply_mods(o):
    dg = bpy.context.evaluated_depsgraph_get()
    ev = o.evaluated_get(dg)
    me = bpy.data.meshes.new_from_object(ev)
    o.modifiers.clear()
    o.data = me
    return o


def subsurf(o, l=2):
    m = o.modifiers.new('s', 'SUBSURF')
    m.levels = l
    m.render_levels = l
    return o


def tube(name, pts, r, mat, res=12, cyclic=False):
    cu = bpy.data.curves.new(name, 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = r
    cu.bevel_resolution = 6
    cu.resolution_u = res
    sp = cu.splines.new('NURBS')
    sp.points.add(len(pts) - 1)
    for p, q in zip(sp.points, pts):
        p.co = (*q, 1)
    sp.use_endpoint_u = True
    sp.use_cyclic_u = cyclic
    cu.use_fill_caps = True
    o = bpy.data.objects.new(name, cu)
    bpy.context.collection.objects.link(o)
    cu.materials.append(mat)
    return o


# light / camera / render
def area(name, loc, target, size, power, color='#ffffff', sizey=None, vis=False, spread=180):
    l = bpy.data.lights.new(name, 'AREA')
    l.energy = power
    l.color = hexc(color)[:3]
    l.size = size
    if sizey:
        l.shape = 'RECTANGLE'
        l.size_y = sizey
    l.spread = R(spread)
    o = bpy.data.objects.new(name, l)
    bpy.context.collection.objects.link(o)
    o.location = loc
    d = Vector(target) - Vector(loc)
    o.rotation_euler = d.to_track_quat('-Z', 'Y').to_euler()
    o.visible_camera = vis
    return o


def sun(rot, power, color='#fff1dd', angle=1.0):
    l = bpy.data.lights.new('sun', 'SUN')
    l.energy = power
    l.angle = R(angle)
    l.color = hexc(color)[:3]
    o = bpy.data.objects.new('sun', l)
    bpy.context.collection.objects.link(o)
    o.rotation_euler = [R(a) for a in rot]
    return o


def point(loc, power, color='#ffd3a0', r=0.03):
    l = bpy.data.lights.new('pt', 'POINT')
    l.energy = power
    l.color = hexc(color)[:3]
    l.shadow_soft_size = r
    o = bpy.data.objects.new('pt', l)
    bpy.context.collection.objects.link(o)
    o.location = loc
    return o


def world(color, strength):
    b = bpy.context.scene.world.node_tree.nodes['Background']
    b.inputs[0].default_value = hexc(color)
    b.inputs[1].default_value = strength


def camera(loc, target, lens=35, fstop=None, focus=None, shift_y=0, roll=0, level=False):
    c = bpy.data.cameras.new('cam')
    o = bpy.data.objects.new('cam', c)
    bpy.context.collection.objects.link(o)
    o.location = loc
    t = Vector(target)
    if level:
        t.z = loc[2]
    o.rotation_euler = (t - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    c.lens = lens
    c.shift_y = shift_y
    c.clip_start = 0.01
    if fstop:
        c.dof.use_dof = True
        c.dof.aperture_fstop = fstop
        c.dof.focus_distance = focus or (t - Vector(loc)).length
    bpy.context.scene.camera = o
    return o


def render(path, w, h, spp, bounces=6, clamp=4.0, seed=0):
    """multilayer EXR with feature passes -> denoise.py makes the PNG"""
    s = bpy.context.scene
    s.render.engine = 'CYCLES'
    c = s.cycles
    c.device = 'CPU'
    c.use_adaptive_sampling = False
    c.use_denoising = False
    c.use_preview_denoising = False  # MUST be off: Debian build has no OIDN
    c.max_bounces = bounces
    c.diffuse_bounces = min(4, bounces)
    c.glossy_bounces = 3
    c.transmission_bounces = 6
    c.transparent_max_bounces = 8
    c.sample_clamp_indirect = clamp
    c.sample_clamp_direct = 0
    c.blur_glossy = 1.0
    c.caustics_reflective = False
    c.caustics_refractive = False
    s.render.resolution_x = w
    s.render.resolution_y = h
    s.render.resolution_percentage = 100
    s.render.use_persistent_data = False
    vl = s.view_layers[0]
    vl.cycles.denoising_store_passes = True
    vl.use_pass_normal = True
    vl.use_pass_diffuse_color = True
    vl.use_pass_z = True
    vl.use_pass_glossy_color = False
    vl.use_pass_combined = True
    s.render.image_settings.file_format = 'OPEN_EXR_MULTILAYER'
    s.render.image_settings.color_depth = '32'
    s.render.image_settings.exr_codec = 'ZIP'
    import time

    t0 = time.time()
    c.samples = max(1, spp // 2)
    for k in (0, 1):  # two half buffers -> real variance estimate for denoise.py
        c.seed = seed * 10 + k + 1
        s.render.filepath = f'{path}_{k}.exr'
        bpy.ops.render.render(write_still=True)
    print(f'RENDER {os.path.basename(path)} {w}x{h} {spp}spp {time.time()-t0:.1f}s')
