import type { ContentModel, RecordType } from '@content-service/domain'

/** A program that reads settings. */
export type Program = 'api' | 'worker'

/** Parses the text of an environment variable. @throws Error with the required form of the text. */
export type ParseSetting<Value> = (text: string) => Value

export interface Setting<Value = unknown, Reader extends Program = Program> {
  /** The environment variable. */
  readonly name: string
  readonly readBy: readonly Reader[]
  readonly parse: ParseSetting<Value>
  /** The value if the variable is absent or empty; undefined without a default. */
  readonly default?: Value
  /** The default for NODE_ENV=production, if it differs. */
  readonly inProduction?: Value
  /** Explains the setting to operators. */
  readonly help: string
  /** C19.5: the text is no secret, so that the status shows it. */
  readonly isPublic?: true
  /** C15.23: whether the setting is about a type; a model without such a type has no such setting. */
  readonly partOf?: (type: RecordType) => boolean
}

/** Settings by the name of their value. The settings of one part of the service can form a group. */
export interface SettingsTable {
  readonly [name: string]: Setting | SettingsTable
}

type Row<Value, Default> = Pick<Setting<Value>, 'parse' | 'help' | 'isPublic' | 'partOf'> &
  Pick<Setting<Default>, 'default' | 'inProduction'>

const readBy =
  <Reader extends Program>(...programs: readonly Reader[]) =>
  <Value, const Default = undefined>(
    name: string,
    row: Row<Value, Default>,
  ): Setting<Value | Default, Reader> => ({
    name,
    readBy: programs,
    ...row,
  })

/** A setting of the api, of the worker, or of both. */
export const [api, worker, both] = [readBy('api'), readBy('worker'), readBy('api', 'worker')]

/** The programs that read a setting, or a setting of a group. */
type ReadersOf<Entry> =
  Entry extends Setting<unknown, infer Readers> ? Readers : ReadersOf<Entry[keyof Entry]>

/** The values of a table that one program reads. */
export type ValuesOf<Table, Reader extends Program> = {
  readonly [
    Name in keyof Table as Reader extends ReadersOf<Table[Name]> ? Name : never
  ]: Table[Name] extends Setting<infer Value> ? Value : ValuesOf<Table[Name], Reader>
}

export const isSetting = (entry: Setting | SettingsTable): entry is Setting =>
  typeof entry['parse'] === 'function'

/** The settings of a table and its groups, in their order. */
export const listSettings = (table: SettingsTable): readonly Setting[] =>
  Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : listSettings(entry)))

/** C15.23: whether a service with this content has the setting. */
export const hasSetting = ({ types }: Pick<ContentModel, 'types'>, { partOf }: Setting): boolean =>
  partOf === undefined || types.some(partOf)
