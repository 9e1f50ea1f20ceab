import { builtInModel, type ContentModel } from '@content-service/domain'
import { hasSetting, listSettings, type Program, type Setting } from './setting.ts'
import { SECTIONS } from './table.ts'

const USAGE: Readonly<Record<Program, string>> = {
  api: `Usage: npx content-service serve

Starts the content service.`,
  worker: `Usage: npx content-service worker

Starts a worker, which does the background jobs of the service: it delivers events to webhooks, sends mails, publishes what is
scheduled, empties the trash, exports personal data, and removes expired records and the traces of erased people.
Run one or more workers beside the API, with the same settings.`,
}

const [NAME_WIDTH, HELP_WIDTH] = [34, 84]

/** The output of `--help` of a program: all its settings for this content. */
export const renderHelp = (program: Program, model: Pick<ContentModel, 'types'> = builtInModel): string =>
  [
    USAGE[program],
    'You configure the program with environment variables (the default is in brackets). docs/settings.md lists all settings.',
    ...Object.entries(SECTIONS).flatMap(([title, table]) => {
      const settings = listSettings(table).filter(
        (setting) => setting.readBy.includes(program) && hasSetting(model, setting),
      )
      return settings.length === 0 ? [] : [[title, ...settings.map(toLines)].join('\n')]
    }),
  ].join('\n\n') + '\n'

/** The default of a setting as text. The text is empty without a default: then `help` describes the effect. */
export const defaultText = ({ default: value, inProduction }: Setting): string => {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return ''
  return inProduction === undefined ? String(value) : `${value}; in production ${inProduction}`
}

const toLines = (setting: Setting): string => {
  const value = defaultText(setting)
  const lines = wrap(value === '' ? setting.help : `${setting.help} (${value})`)
  return lines.map((line, at) => `  ${(at === 0 ? setting.name : '').padEnd(NAME_WIDTH)}${line}`).join('\n')
}

/** The words of a text in lines of at most `HELP_WIDTH` characters. */
const wrap = (text: string): readonly string[] =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > HELP_WIDTH) return [...lines, word]
    return [...lines.slice(0, -1), `${line} ${word}`]
  }, [])
