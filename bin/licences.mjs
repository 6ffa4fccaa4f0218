// The licences of the packages that run in production.

/** Licences that allow any use if the copyright notice stays. */
const permissiveLicences = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0', // a BSD-like licence without copyleft
]

/** Packages with another licence, or without one in their manifest, and why each may be used. */
const exceptions = [
  {
    names: /^ical\.js$/,
    licence: 'MPL-2.0', // applies to the files of the package, which are used unchanged
  },
  {
    names: /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-\w+)$/,
    licence: 'LGPL-3.0-or-later', // libvips is a library of its own that anyone can replace
  },
  {
    names: /^png-js$/,
    licence: 'MIT', // stated by its file LICENSE only
    isUnstated: true,
  },
]

/** Returns the SPDX licence expression of a package in the lock file, or undefined if it states none. */
export const getLicence = ({ name, license }) =>
  license ?? exceptions.find(({ names, isUnstated }) => isUnstated && names.test(name))?.licence

/** Returns whether the package may be used in production. */
export function hasAllowedLicence(entry) {
  const expression = getLicence(entry)
  if (expression === undefined) return false
  const isAllowed = (licence) =>
    permissiveLicences.includes(licence) ||
    exceptions.some((each) => each.licence === licence && each.names.test(entry.name))
  // A choice needs one allowed licence. Packages with several licences need all of them.
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(isAllowed))
}
