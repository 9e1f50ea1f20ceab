import { isOwnReference } from './condition.ts'
import { isObject, isPolluted, member, own } from './value.ts'

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

/** Whether a getter could give two values of one attribute to a test. */
export const readsTwice = ({ isRepeated, names }: Reads): boolean =>
  isRepeated || [...names.values()].some(readsTwice)

// Its copies have the attributes that they name, also `constructor` and `__proto__`, and no others.
const bare: object = Object.freeze(Object.create(null))

const copyValue = (value: unknown, reads: Reads): unknown =>
  Array.isArray(value)
    ? value.map((item) => copyValue(item, reads))
    : !isObject(value) || isOwnReference(value)
      ? value
      : reads.names.size
        ? copyReads(value, reads)
        : bare

/** `member` takes four times as long as a read, and is needed only while objects inherit attributes. */
const createReader = (object: object): ((name: string) => unknown) =>
  isPolluted()
    ? (name) => member(object, name)
    : (name) => (object as Readonly<Record<string, unknown>>)[name]

/**
 * A copy of the attributes, each read once. It has only data, so that no test of the copy throws. An attribute whose getter
 * throws is absent, and an object whose attributes are not compared is empty.
 */
export function copyReads(
  object: object,
  reads: Reads,
  readAttribute: (name: string) => unknown = createReader(object),
): object {
  if (!reads.names.size) return bare
  const copy = Object.create(bare)
  for (const [name, inner] of reads.names)
    try {
      copy[name] = copyValue(own(readAttribute(name)), inner)
    } catch {
      copy[name] = undefined
    }
  return copy
}
