import { readFileSync } from 'node:fs'

/** `npm run tool check-release` says what the packages lack before a release. */
const WITHOUT = {
  repository: 'READMEs of packages name pages of the repository without a link',
  homepage: 'npm shows no link to the project',
  bugs: 'npm shows no address for reports of faults',
}

const root = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const missing = Object.entries(WITHOUT).filter(([member]) => !root[member])
for (const [member, effect] of missing) console.log(`package.json has no ${member}: ${effect}.`)
if (missing.length === 0) console.log('The packages have all addresses of the project.')
process.exitCode = missing.length === 0 ? 0 : 1
