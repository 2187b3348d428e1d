// What may be said of the packages that the product stands on: their licences, and what is known against them.

/**
 * Licences under which the product may be given on as it is: permissive ones; fonts under the OFL; and of weak copyleft
 * the MPL, which asks for changes of its own files alone.
 */
const ALLOWED = new Set([
  '0BSD', 'AFL-2.1', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'MPL-2.0',
  'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib',
])

/**
 * @typedef {{ name: string, version: string, licence: string }} Package
 * @typedef {{ packages: Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean }> }} Lock
 */

/**
 * Every package of the lock file that is installed without its development ones, by name, on whatever machine.
 * @param {Lock} lock
 * @returns {Package[]}
 */
export function productionPackages({ packages }) {
  const all = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version = '', license = '' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
  const unique = new Map(all.map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** In sentences. */
export function licenceProblems(packages) {
  return packages.flatMap(({ name, version, licence }) => {
    if (licence === '') return [`${name}@${version} names no licence`]
    return isAllowed(licence) ? [] : [`${name}@${version} is under ${licence}, which is not among the allowed licences`]
  })
}

/** A version that may change by itself was looked at by nobody. */
export function pinProblems({ dependencies = {}, devDependencies = {} }) {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is asked for as ${version}: write one version`)
}

/** An SPDX expression: of several joined by OR one is enough, of several joined by AND each must be allowed. */
export function isAllowed(expression) {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (/\sOR\s/.test(text)) return text.split(/\sOR\s/).some(isAllowed)
  if (/\sAND\s/.test(text)) return text.split(/\sAND\s/).every(isAllowed)
  return ALLOWED.has(text)
}

/** docs/licences.md as it should be. */
export function licencePage(packages) {
  const counts = new Map()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const summary = [...counts].toSorted((a, b) => b[1] - a[1] || compare(a[0], b[0])).map(([licence, count]) => `${licence} (${count})`)
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Licences',
    '',
    `The ${packages.length} packages that the product is installed with, from the lock file. Written by \`node scripts/check-dependencies.mjs --write\`; \`npm run check\` fails when it is not up to date, or when a licence is not among those that \`scripts/dependencies.mjs\` allows.`,
    '',
    `${summary.join(', ')}.`,
    '',
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/**
 * What an answer of `npm audit --json` says.
 * @param {string} answer
 * @returns {{ asked: boolean, problems: string[], why?: string }} `asked` is false when the registry could not be asked
 */
export function readAudit(answer) {
  const report = parse(answer)
  if (!report?.auditReportVersion || !report.vulnerabilities) {
    const why = report?.message ?? report?.error?.summary ?? 'it gave no answer'
    return { asked: false, problems: [], why: String(why).split('\n')[0] }
  }
  const problems = Object.values(report.vulnerabilities).map(({ name, severity, via, fixAvailable }) => {
    const titles = via.filter((each) => typeof each === 'object').map(({ title, url }) => `${title} (${url})`)
    const because = titles.length > 0 ? titles.join('; ') : `through ${via.join(', ')}`
    return `${name}: ${severity}: ${because}${fixAvailable ? '; an update mends it' : ''}`
  })
  return { asked: true, problems }
}

function parse(text) {
  try {
    // npm writes its warnings around the report.
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
