// `npm run tool NAME` runs a program for developers of this repository, with the arguments that follow.
import { spawnSync } from 'node:child_process'
import console from 'node:console'
import process from 'node:process'

/** The files of each program, which run one after the other. */
const TOOLS = {
  'copied-runs': ['tools/check/copied-runs.ts'],
  count: ['tools/generate/count-lines.ts'],
  generate: [
    'tools/generate/graphql-contract.ts',
    'tools/generate/resolver-types.ts',
    'tools/generate/import-fields.ts',
    'tools/generate/field-options.ts',
    'tools/generate/taken-names.ts',
    'tools/generate/settings-page.ts',
    'tools/generate/studio-tokens.ts',
    'libs/client/src/testing/shipped-types.ts',
  ],
  'fold-table': ['tools/generate/fold-table.ts'],
  plans: ['libs/persistence/src/testing/plans.ts'],
  'authz-sizes': ['tools/commonjs/sizes.ts'],
  'check-packages': ['tools/check/check-exports.ts'],
  'check-release': ['tools/check/release-check.ts'],
  'record-release': ['tools/generate/record-release.ts'],
  'request-files': ['tools/generate/request-files.ts'],
  'resolver-types': ['tools/generate/resolver-types.ts'],
  screenshots: ['apps/studio/tests/screenshots.ts'],
  'search-quality': ['tools/search-quality/search-quality.ts'],
}

/** The exit code of the first file that fails, or 0. */
function runFiles(files, args) {
  for (const file of files) {
    const options = ['--import=./tools/sources.js', file, ...args]
    const { status } = spawnSync(process.execPath, options, { stdio: 'inherit' })
    if (status !== 0) return status ?? 1
  }
  return 0
}

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(TOOLS, name)) process.exitCode = runFiles(TOOLS[name], args)
else {
  console.error(
    `There is no tool ${name || 'without a name'}. Choose one of: ${Object.keys(TOOLS).join(', ')}.`,
  )
  process.exitCode = 2
}
