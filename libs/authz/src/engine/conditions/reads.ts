import { isOwnReference } from './condition.ts'
import { isPlain, isPolluted, member, own } from './value.ts'

/** The attributes of an object that conditions compare, each with the attributes of the objects at it. */
export interface Reads {
  readonly names: Map<string, Reads>
  /** Whether a test reads an attribute twice. */
  isRepeated: boolean
}

export const noReads = (): Reads => ({ names: new Map(), isRepeated: false })

/** Adds an attribute, and returns the attributes of the objects at it. */
export function addRead(name: string, reads: Reads): Reads {
  const known = reads.names.get(name)
  if (known) {
    reads.isRepeated = true
    return known
  }
  const inner = noReads()
  reads.names.set(name, inner)
  return inner
}

/** Adds all attributes of another test. */
export function addReads(from: Reads, to: Reads): void {
  if (from.isRepeated) to.isRepeated = true
  for (const [name, inner] of from.names) addReads(inner, addRead(name, to))
}

/** Whether a getter could give two values of one attribute to a test. */
export const readsTwice = ({ isRepeated, names }: Reads): boolean =>
  isRepeated || [...names.values()].some(readsTwice)

// Its copies have the attributes that they name, also `constructor` and `__proto__`, and no others.
const bare: object = Object.freeze(Object.create(null))

// A list that begins as a literal goes into the old space of V8 if many of its kind live long, which makes checks slow.
function copyList(list: readonly unknown[], reads: Reads): unknown[] {
  const items = [...list]
  for (let i = 0; i < items.length; i += 1) items[i] = copyValue(items[i], reads)
  return items
}

function copyValue(value: unknown, reads: Reads): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return copyList(value, reads)
  const owned = isPlain(value) ? value : own(value)
  return owned !== value || isOwnReference(value) ? owned : copyReads(value, reads)
}

type ReadMember = (object: object, name: string) => unknown

/** `member` takes four times as long, and is needed only while objects inherit attributes. */
const readDirectly: ReadMember = (object, name) => (object as Readonly<Record<string, unknown>>)[name]

/**
 * A copy of the attributes, each read once. It has only data, so that no test of the copy throws. An attribute whose getter
 * throws is absent, and an object whose attributes are not compared is empty. `readAttribute` reads a member of another object
 * with the function that it gets.
 */
export function copyReads(
  object: object,
  reads: Reads,
  readAttribute?: (name: string, readMember: ReadMember) => unknown,
): object {
  if (!reads.names.size) return bare
  const readMember = isPolluted() ? member : readDirectly
  const copy = Object.create(bare)
  for (const [name, inner] of reads.names)
    try {
      const value = readAttribute ? readAttribute(name, readMember) : readMember(object, name)
      copy[name] = copyValue(value, inner)
    } catch {
      copy[name] = undefined
    }
  return copy
}
