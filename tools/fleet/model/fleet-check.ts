type Values = Readonly<Record<string, unknown>>

interface Problem {
  readonly path: readonly [string]
  readonly message: string
}

const isKept = (label: unknown): boolean => String(label).startsWith('Kept ')

/** C16.3: two numbers in their order, and a word that each later version must keep. */
export const checkFleet = ({ label, low, high }: Values, previous: Values | null): readonly Problem[] => [
  ...(high !== null && Number(high) < Number(low)
    ? [{ path: ['high'], message: `must be at least ${String(low)}, as low` } as const]
    : []),
  ...(previous !== null && isKept(previous['label']) && !isKept(label)
    ? [{ path: ['label'], message: 'must begin with Kept, as before' } as const]
    : []),
]
