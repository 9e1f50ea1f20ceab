interface Operation {
  readonly args: unknown
  readonly query: (args: never) => unknown
}

/** No query is deeper. */
const DEEPEST = 1000

/** Whether a part of the query is an empty OR, which selects no rows. */
function isEmpty(where: unknown, depth = 0): boolean {
  if (typeof where !== 'object' || where === null) return false
  if (depth > DEEPEST) throw new RangeError('The query is too deep')
  const { OR } = where as { readonly OR?: unknown }
  return (
    (!Array.isArray(where) && Array.isArray(OR) && OR.length === 0) ||
    Object.values(where).some((part) => isEmpty(part, depth + 1))
  )
}

/** Prisma does not apply an empty OR everywhere inside a query, so that the whole query gets one. */
const withEmpty = (where: unknown): object =>
  Array.isArray(where) ? { OR: [], AND: where } : { ...Object(where), OR: [], AND: [where] }

/**
 * An extension for Prisma, with which a query that contains an empty filter selects nothing:
 * `new PrismaClient(…).$extends(createCaslExtension())`.
 */
export const createCaslExtension = () =>
  ({
    name: 'casl',
    query: {
      $allModels: {
        // Prisma passes the result on with its own type.
        $allOperations({ args, query }: Operation): Promise<never> {
          const where = (args as { readonly where?: unknown } | undefined)?.where
          const given = isEmpty(where) ? { ...(args as object), where: withEmpty(where) } : args
          return query(given as never) as Promise<never>
        },
      },
    },
  }) as const
