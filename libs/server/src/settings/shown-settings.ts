import { builtInModel, type ContentModel } from '@content-service/domain'
import { hasSetting, isSetting, type Setting, type SettingsTable } from './setting.ts'
import { SETTINGS } from './table.ts'

/** Stands in the place of a value that is set, and that nobody sees. */
export const HIDDEN = 'hidden'

type ShownValue = number | boolean | string | readonly unknown[] | null

const isDefault = (setting: Setting, value: unknown): boolean =>
  value === undefined || value === setting.default || value === setting.inProduction

/**
 * C19.5: numbers and flags are no secrets, and neither are texts that the table calls public. All others can contain one: a new
 * setting is hidden until its row says otherwise.
 */
const showValue = (setting: Setting, value: unknown): ShownValue => {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (setting.isPublic && (typeof value === 'string' || Array.isArray(value))) return value
  return isDefault(setting, value) ? null : HIDDEN
}

type Values = Readonly<Record<string, unknown>>

type Has = (setting: Setting) => boolean

const listShown = (
  table: SettingsTable,
  values: Values,
  has: Has,
): readonly (readonly [string, ShownValue])[] =>
  Object.entries(table).flatMap(([name, entry]) => {
    const value = values[name]
    if (isSetting(entry))
      return entry.readBy.includes('api') && has(entry)
        ? [[entry.name, showValue(entry, value)] as const]
        : []
    return listShown(entry, (value ?? {}) as Values, has)
  })

/**
 * The settings of the api by their environment variables: null for a default, and `hidden` for what can be a secret. The
 * status has those of the model alone (C15.23).
 */
export const showSettings = (
  settings: object,
  model: Pick<ContentModel, 'types'> = builtInModel,
): Readonly<Record<string, ShownValue>> =>
  Object.fromEntries(listShown(SETTINGS, settings as Values, (setting) => hasSetting(model, setting)))
