import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

/**
 * `npm run api` writes `libs/<library>/<library>.api.md`: every name that the entries of the library export, sorted, with its
 * type. The command first compiles all libraries from the beginning: a partial compilation can write the members of a type in another
 * order. With `--check`, it compares the declarations that exist, and writes nothing.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const SILENT = { default: { logLevel: ExtractorLogLevel.None } }

/** Entries that only the libraries of the service import, whose names can change in every version. */
const INTERNAL = './internal/'

/** The public entries of a library with types, and their declarations, such as `./testing` and `dist/testing/index.d.ts`. */
function readEntries(library: string): readonly (readonly [entry: string, types: string])[] {
  const { exports } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  return Object.entries<{ types?: string }>(exports).flatMap(([entry, { types }]) =>
    types === undefined || entry.startsWith(INTERNAL) ? [] : [[entry, join(library, types)]],
  )
}

const configure = (library: string, types: string, folder: string): ExtractorConfig =>
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(library, 'package.json'),
    configObject: {
      projectFolder: library,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: { tsconfigFilePath: join(library, 'tsconfig.lib.json') },
      apiReport: {
        enabled: true,
        reportFileName: 'entry.api.md',
        reportFolder: folder,
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { extractorMessageReporting: SILENT, tsdocMessageReporting: SILENT },
    },
  })

/** All entries are public, and the comments are in the source: lines about either would only be noise. */
const withoutRemarks = (report: string): string => {
  const code = report.slice(report.indexOf('```ts') + 5, report.lastIndexOf('```'))
  const lines = code
    .split('\n')
    .filter((line) => !/^\s*\/\/ (@public|\(undocumented\)|\(No @package)/.test(line))
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** The report of a library: one section for each entry. */
function createReport(library: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-'))
  try {
    const entries = readEntries(library)
    const configs = entries.map(([, types]) => configure(library, types, folder))
    const additionalEntryPoints = entries.map(([, types]) => types)
    const compilerState = CompilerState.create(configs[0] as ExtractorConfig, { additionalEntryPoints })
    const sections = entries.map(([entry], place) => {
      Extractor.invoke(configs[place] as ExtractorConfig, {
        compilerState,
        localBuild: true,
        messageCallback: (message) => void (message.handled = true),
      })
      const report = withoutRemarks(readFileSync(join(folder, 'entry.api.md'), 'utf8'))
      return `## ${join('@content-service', basename(library), entry)}\n\n\`\`\`ts\n${report}\n\`\`\`\n`
    })
    return `# The exports of ${basename(library)}\n\n\`npm run api\` writes this file.\n\n${sections.join('\n')}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const isCheck = process.argv.includes('--check')
if (!isCheck)
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--build', '--force'], { cwd: ROOT, stdio: 'inherit' })
for (const library of globSync('libs/*', { cwd: ROOT })
  .sort()
  .map((path) => join(ROOT, path))) {
  const file = join(library, `${basename(library)}.api.md`)
  const report = createReport(library)
  if (!isCheck) writeFileSync(file, report)
  else if (readFileSync(file, 'utf8') !== report) {
    console.error(
      `The exports of ${basename(library)} have changed. Run \`npm run api\`, and commit ${file.slice(ROOT.length + 1)}.`,
    )
    process.exitCode = 1
  }
}
