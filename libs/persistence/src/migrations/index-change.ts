/** What a statement of `Migration.indexes` does. Names are as PostgreSQL stores them. */
export type IndexChange =
  | {
      readonly kind: 'create'
      readonly name: string
      readonly table: string
      /** The words before and after the place of `concurrently`. */
      readonly words: readonly [string, string]
    }
  | { readonly kind: 'drop'; readonly name: string }

const NAME = String.raw`"?([a-z_][a-z0-9_]*)"?`
const CREATE = new RegExp(String.raw`^(create (?:unique )?index) (${NAME} on ${NAME} ?(?:using|\().*)$`, 'is')
const DROP = new RegExp(String.raw`^drop index ${NAME}$`, 'i')

/** PostgreSQL stores names without quotes in small letters. */
const isStored = (name: string | undefined): name is string => name !== undefined && !/[A-Z]/.test(name)

/** @throws Error for a statement that the runner cannot repeat after an interruption. */
export const parseIndexChange = (statement: string): IndexChange => {
  const text = statement.trim()
  const [, first = '', rest = '', name, table] = CREATE.exec(text) ?? []
  if (isStored(name) && isStored(table)) return { kind: 'create', name, table, words: [first, rest] }
  const [, dropped] = DROP.exec(text) ?? []
  if (isStored(dropped)) return { kind: 'drop', name: dropped }
  throw new Error(
    `The indexes of a migration are statements such as "create index name on table (…)" or "drop index name", with names in small letters and without further words, and not: ${text}`,
  )
}
