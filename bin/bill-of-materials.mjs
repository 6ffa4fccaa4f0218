// Lists the packages that run in production, with their licences, in the format CycloneDX 1.5.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getLicence } from './licences.mjs'

/** Writes dist/bom.json. The same packages always give the same file. */
export function writeBillOfMaterials(root) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'bom.json'), `${JSON.stringify(createBillOfMaterials(root), null, 2)}\n`)
}

/** Reads the lock file. Lists only packages that are installed, because each platform has its own optional ones. */
export function createBillOfMaterials(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const { name, version, license } = read('package.json')
  const { packages } = read('package-lock.json')
  const installedPackages = Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev && existsSync(join(root, path)))
    .map(([path, entry]) => ({ path, name: path.split('node_modules/').at(-1), ...entry }))
  const packagesByPath = new Map(installedPackages.map((entry) => [entry.path, entry]))
  const components = new Map(installedPackages.map((entry) => [toPurl(entry), entry]))
  const applicationPurl = `pkg:npm/${name}@${version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': applicationPurl,
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: applicationPurl,
      },
    },
    components: Array.from(components, ([purl, entry]) => describeComponent(purl, entry)),
    dependencies: [
      { ref: applicationPurl, dependsOn: listDependencies(packagesByPath, { path: '', ...packages[''] }) },
      ...Array.from(components, ([ref, entry]) => ({ ref, dependsOn: listDependencies(packagesByPath, entry) })),
    ],
  }
}

const toPurl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function describeComponent(purl, { name, version, license, integrity }) {
  const [algorithm, hash] = integrity?.split('-') ?? []
  const licence = getLicence({ name, license })
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
    licenses: licence === undefined ? [] : [/ /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl,
  }
}

/** Finds the dependencies of a package as Node does: in its own folder first, then in the folders above. */
function listDependencies(byPath, { path, dependencies, optionalDependencies }) {
  const find = (name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const entry = byPath.get(`${folder ? `${folder}/` : ''}node_modules/${name}`)
      if (entry || folder === '') return entry
    }
  }
  const foundPackages = Object.keys({ ...dependencies, ...optionalDependencies }).map(find)
  return [...new Set(foundPackages.filter(Boolean).map(toPurl))].toSorted()
}
