#!/usr/bin/env python3
"""One picture end to end:  python3 render.py NAME ... [--preview] [--regrade]   (no NAME: list the table)
Blender renders two half buffers -> denoise.py -> grade.py -> JPEG master in ../pictures.
Work files go to $ART_CACHE (default: .cache beside this file).
--preview: 1/3 size, few samples, PNG only, nothing published.
--regrade: reuse the last render, redo grade + export."""
import os, subprocess, sys, time
from table import PICTURES

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.environ.setdefault('ART_CACHE', os.path.join(HERE, '.cache'))
OUT, PICS = CACHE + '/out', os.path.join(HERE, '..', 'pictures')
PY = '/usr/bin/python3'  # the system's, for cv2 and OpenImageIO
os.environ['OMP_WAIT_POLICY'] = 'passive'
NICE = ['nice', '-n', '15']


def sh(cmd, show=()):
    r = subprocess.run(NICE + cmd, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for l in r.stdout.splitlines():
        if any(k in l for k in ('RENDER', 'SIM', 'Error', 'Traceback', 'line ') + tuple(show)):
            print(l, flush=True)
    return r.returncode


def blender(script, *args):
    return sh(['blender', '-b', '-P', f'{HERE}/{script}', '--', *args])


def prepare():
    for d in ('out', 'cloth', 'tex'):
        os.makedirs(f'{CACHE}/{d}', exist_ok=True)
    so, c = f'{CACHE}/nlm.so', HERE + '/nlm.c'
    if not os.path.exists(so) or os.path.getmtime(so) < os.path.getmtime(c):
        subprocess.check_call(
            ['gcc', '-O3', '-march=native', '-ffast-math', '-fopenmp', '-shared', '-fPIC', c, '-o', so, '-lm']
        )
    done = f'{CACHE}/tex/done'
    if not os.path.exists(done) or os.path.getmtime(done) < os.path.getmtime(HERE + '/tex.py'):
        subprocess.check_call([PY, HERE + '/tex.py', f'{CACHE}/tex'])


def make(name, preview=False, regrade=False):
    t = time.time()
    p = PICTURES[name]
    w, h = p['size']
    spp = p['spp']
    base = f'{OUT}/{name}'
    if preview:
        w, h, spp, base = w // 3, h // 3, 6, f'{OUT}/pv-{name}'
    if not regrade:
        for k in (0, 1):
            if os.path.exists(f'{base}_{k}.exr'):
                os.remove(f'{base}_{k}.exr')
        size = ['--w', str(w), '--h', str(h), '--spp', str(spp)]
        blender(p['script'], '--out', base, *size, *p['args'])
        if not os.path.exists(f'{base}_1.exr'):
            print(name, 'FAILED')
            return
        sh([PY, 'denoise.py', base])
        for k in (0, 1):
            os.remove(f'{base}_{k}.exr')
    grade = [str(p.get('exposure', 0.1)), 'Medium High Contrast', '1', str(p.get('warm', 0.3))]
    blender('grade.py', f'{base}_dn.exr', f'{base}.png', *grade)
    if not preview:
        os.makedirs(PICS, exist_ok=True)
        sh([PY, 'export.py', f'{base}.png', f'{PICS}/{name}.jpg'])
    print(f'{name} {w}x{h} {spp}spp {time.time()-t:.0f}s', flush=True)


if __name__ == '__main__':
    names = [a for a in sys.argv[1:] if not a.startswith('--')]
    if not names:
        [print(n, p['size'], p['spp'], p['script'], *p['args']) for n, p in PICTURES.items()]
        sys.exit()
    prepare()
    for n in names:
        make(n, '--preview' in sys.argv, '--regrade' in sys.argv)
