/** The content codings of the service, in the order of their CPU time for each byte that they save. */
export const CODINGS = ['zstd', 'br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Clients send few different headers, and a stranger can send any number of them. */
const MOST_KNOWN = 100
const MOST_LENGTH = 200

/** The weights of the codings in the header, by their names in lower case. */
const readWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )

const choose = (header: string): Coding | null => {
  const weights = readWeights(header)
  const others = weights.get('*') ?? 0
  const weigh = (coding: Coding): number => weights.get(coding) ?? others
  const [best] = [...CODINGS].sort((a, b) => weigh(b) - weigh(a))
  const isWanted = best !== undefined && weigh(best) > 0 && weigh(best) >= (weights.get('identity') ?? 0)
  return isWanted ? best : null
}

const known = new Map<string, Coding | null>()

/** RFC 9110 §12.5.3: the coding of `Accept-Encoding` with the highest weight; null without compression. */
export const chooseCoding = (header: string | undefined): Coding | null => {
  if (header === undefined || header.length > MOST_LENGTH) return null
  const found = known.get(header)
  if (found !== undefined) return found
  if (known.size === MOST_KNOWN) known.clear()
  const chosen = choose(header)
  known.set(header, chosen)
  return chosen
}
