import { type Change, type ChangeKind, findChanges } from '@content-service/authz/analyze'
import { type Command, UsageError, readOption, requirePositionals } from './command.ts'
import { loadPolicy } from './load-policy.ts'

const SIGNS: Readonly<Record<ChangeKind, string>> = { gained: '+', lost: '-', changed: '~', fields: 'f' }
const LEGEND = '+ gained   - lost   ~ changed   f other fields'

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)]

const nameRole = (role: string): string => (role === '*' ? '(everybody)' : role)

/** The permissions that change, each with the sign of every role that changes. */
function tabulate(changes: readonly Change[]): readonly (readonly string[])[] {
  const roles = unique(changes.map(({ role }) => role))
  const signs = new Map(changes.map(({ role, permission, kind }) => [`${role} ${permission}`, SIGNS[kind]]))
  const rows = unique(changes.map(({ permission }) => permission)).map((permission) => [
    permission,
    ...roles.map((role) => signs.get(`${role} ${permission}`) ?? ''),
  ])
  return [['permission', ...roles.map(nameRole)], ...rows]
}

const describeChange = ({ role, permission, kind, before, after }: Change): string =>
  `${SIGNS[kind]} ${nameRole(role)} ${permission}: ${before} → ${after}`

function writeText(changes: readonly Change[]): string {
  const table = tabulate(changes)
  const widths = (table[0] ?? []).map((_, i) => Math.max(...table.map((row) => (row[i] ?? '').length)))
  const lines = table.map((row) =>
    row
      .map((cell, i) =>
        i === 0
          ? cell.padEnd(widths[i] ?? 0)
          : cell.padStart(((widths[i] ?? 0) + cell.length) >> 1).padEnd(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', LEGEND, '', ...changes.map(describeChange)].join('\n')
}

const escape = (text: string): string => text.replaceAll('|', '\\|')

function writeMarkdown(changes: readonly Change[]): string {
  const [head = [], ...rows] = tabulate(changes).map((row) => row.map(escape))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const items = changes.map((change) => `- ${'`'}${describeChange(change)}${'`'}`)
  return [line(head), line(head.map(() => '---')), ...rows.map(line), '', LEGEND, '', ...items].join('\n')
}

const FORMATS: Readonly<Record<string, (changes: readonly Change[]) => string>> = {
  text: writeText,
  markdown: writeMarkdown,
  json: (changes) => JSON.stringify(changes, null, 2),
}

const isGain = ({ kind }: Change): boolean => kind !== 'lost'

export const diff: Command = {
  usage: 'diff OLD NEW',
  summary: 'Show the permissions that change between two versions of a policy.',
  help: `Prints a matrix of permissions and roles, and the conditions before and after each change.

  --format text|markdown|json   the default is text; markdown is for comments on pull requests
  --fail-on any|gains           the changes that lead to exit code 1; the default is any. Every change that is not
                                certainly a loss counts as a gain

Exit codes: 0 no change, 1 changes, 2 the command could not run.`,
  options: { format: { type: 'string' }, 'fail-on': { type: 'string' } },
  run: async (given) => {
    const [before = '', after = ''] = requirePositionals(given, ['OLD', 'NEW'])
    const [format, failOn] = [readOption(given, 'format') ?? 'text', readOption(given, 'fail-on') ?? 'any']
    const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
    if (!write) throw new UsageError(`The option --format must be one of ${Object.keys(FORMATS).join(', ')}.`)
    if (!/^(any|gains)$/.test(failOn)) throw new UsageError('The option --fail-on must be any or gains.')
    const changes = findChanges(await loadPolicy(before), await loadPolicy(after))
    console.log(changes.length > 0 || format === 'json' ? write(changes) : 'No permission changes.')
    return changes.some((change) => failOn === 'any' || isGain(change)) ? 1 : 0
  },
}
