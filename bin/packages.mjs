// Checks that the lock file works on any machine, and that the licences of the packages allow their use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasAllowedLicence } from './licences.mjs'

export function findBrokenPackages(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const { dependencies, devDependencies, optionalDependencies, allowScripts } = read('package.json')
  const { packages } = read('package-lock.json')
  const requiredVersions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const lockedPackages = Object.entries(packages)
    .filter(([path]) => path)
    .map(([path, entry]) => ({ name: path.split('node_modules/').at(-1), ...entry }))
  const names = new Set(lockedPackages.map(({ name }) => name))
  const problems = {
    'package.json requires versions that the lock file does not contain': requiredVersions
      .filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)
      .map(([name]) => name),
    'package-lock.json contains download URLs': lockedPackages
      .filter(({ resolved }) => resolved)
      .map(({ name }) => name),
    'package-lock.json lacks the checksums of these, so npm ci cannot verify them': lockedPackages
      .filter(({ integrity }) => !integrity)
      .map(({ name }) => name),
    'package-lock.json lacks these, so npm ci rejects it; choose versions whose platform packages all exist':
      lockedPackages
        .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
        .filter((name) => !names.has(name)),
    'allowScripts in package.json does not state whether these may run their install scripts': lockedPackages
      .filter((entry) => entry.hasInstallScript && !(entry.name in allowScripts))
      .map(({ name }) => name),
    'the licence of these does not allow their use in production (bin/licences.mjs)': lockedPackages
      .filter((entry) => !entry.dev && !hasAllowedLicence(entry))
      .map(({ name }) => name),
  }
  return Object.entries(problems).flatMap(([problem, packageNames]) =>
    packageNames.length ? [`${problem}: ${packageNames.join(', ')}`] : [],
  )
}
