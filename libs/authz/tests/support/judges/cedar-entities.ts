import type { CedarValueJson, EntityJson, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs'
import { ANCESTORS, TYPE, UID, decimalOf, uidOf } from './cedar-terms.ts'

type Attributes = Readonly<Record<string, CedarValueJson>>

/** The entity to which a value refers. With a schema, `__entity` is unnecessary. */
function entityOf(json: CedarValueJson): TypeAndId | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  if ('__entity' in json) return json.__entity as TypeAndId
  return String(Object.keys(json).sort()) === 'id,type' ? (json as unknown as TypeAndId) : undefined
}

/** The names of the attributes that are entities. */
export const entityAttributes = (entities: readonly EntityJson[]): ReadonlySet<string> =>
  new Set(
    entities.flatMap(({ attrs }) =>
      Object.entries(attrs).flatMap(([name, value]) => (entityOf(value) ? [name] : [])),
    ),
  )

const idOf = (uid: EntityJson['uid']): TypeAndId => ('__entity' in uid ? uid.__entity : uid)

/** The names of all entities above an entity, and its own name. */
export function ancestorsIn(entities: readonly EntityJson[], entity: TypeAndId): readonly string[] {
  const found = new Map([[uidOf(entity), entity]])
  for (const [uid] of found)
    for (const parent of entities.find((each) => uidOf(idOf(each.uid)) === uid)?.parents ?? [])
      found.set(uidOf(idOf(parent)), idOf(parent))
  return [...found.keys()]
}

/**
 * Entities as objects that contain each other. Our conditions cannot test an absent attribute, so that each attribute that
 * a policy tests with `has` is null if it is absent.
 */
export function loadEntities(entities: readonly EntityJson[], optional: ReadonlySet<string>) {
  const loaded = new Map<string, object>()
  const absent = Object.fromEntries([...optional].map((name) => [name, null]))

  function load(entity: TypeAndId): object {
    const uid = uidOf(entity)
    const known = loaded.get(uid)
    if (known) return known
    const object = { ...absent, [UID]: uid, [TYPE]: entity.type, [ANCESTORS]: ancestorsIn(entities, entity) }
    loaded.set(uid, object)
    return Object.assign(object, record(entities.find((each) => uidOf(idOf(each.uid)) === uid)?.attrs ?? {}))
  }
  const record = (attributes: Attributes): object => ({
    ...absent,
    ...Object.fromEntries(Object.entries(attributes).map(([name, json]) => [name, valueOf(json)])),
  })
  function valueOf(json: CedarValueJson): unknown {
    const entity = entityOf(json)
    if (entity) return load(entity)
    if (Array.isArray(json)) return json.map(valueOf)
    if (typeof json !== 'object' || json === null) return json
    if (!('__extn' in json)) return record(json as Attributes)
    const { fn, arg } = json.__extn as { fn: string; arg: CedarValueJson }
    // No condition can compare with undefined.
    return fn === 'decimal' ? decimalOf(String(arg)) : undefined
  }
  return { load, record }
}
