import { defaultText } from './help.ts'
import { listSettings, type Setting } from './setting.ts'
import { SECTIONS } from './table.ts'

const INTRODUCTION = `# Settings

You configure the api and the worker with environment variables. An empty variable counts as absent. Both programs check all their
settings at start, name all wrong ones at once, and refuse names that look like a misspelt setting. \`NODE_ENV=production\`
changes some defaults and requires a secret. \`npx content-service doctor\` checks your settings and says what to change.

Switches take \`true\`, \`false\`, \`on\` or \`off\`. Numbers are plain decimal integers.
\`npm run generate\` writes this page.`

/** The text of docs/settings.md. */
export const renderSettingsPage = (): string =>
  [
    INTRODUCTION,
    ...Object.entries(SECTIONS).map(([title, table]) => `## ${title}\n\n${toTable(listSettings(table))}`),
  ].join('\n\n') + '\n'

const toTable = (settings: readonly Setting[]): string =>
  ['| Setting | Default | Read by | Meaning |', '|---|---|---|---|', ...settings.map(toRow)].join('\n')

const toRow = (setting: Setting): string => {
  const value = defaultText(setting)
  return `| \`${setting.name}\` | ${value === '' ? '' : `\`${value}\``} | ${setting.readBy.join(', ')} | ${setting.help} |`
}
