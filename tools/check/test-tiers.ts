/** Parts of `npm test` that also run alone. The tests of the tools belong to none of them. */
export interface TestTier {
  /** The files of the tier, which no other tier has. */
  readonly files: readonly string[]
  /** The projects of authz among them. The other files are one project of the workspace. */
  readonly projects: readonly string[]
  readonly needsDatabases: boolean
}

const AUTHZ = 'libs/authz'
const PROOFS_OF_AUTHZ = `${AUTHZ}/vitest.proof.config.ts`

/** What compares authz with databases and with faulty copies of itself, below the folder of the library. */
export const PROOFS = [
  'tests/proof/**',
  'src/{drizzle,prisma,query-builders,sql}/**/{agreement,json,relations}.test.ts',
]

export const TIERS = {
  rules: {
    files: [
      'libs/{authz,client,create,domain,graphql-schema,identity,rest-handlers}/**',
      'libs/authz-{authzen,casl,cli}/src/**',
    ],
    projects: [AUTHZ],
    needsDatabases: false,
  },
  databases: {
    files: ['apps/**', 'libs/{persistence,server,testing}/**'],
    projects: [],
    needsDatabases: true,
  },
  proofs: {
    files: [...PROOFS.map((files) => `${AUTHZ}/${files}`), 'libs/authz-{authzen,casl}/tests/**'],
    projects: [PROOFS_OF_AUTHZ],
    needsDatabases: true,
  },
} as const satisfies Readonly<Record<string, TestTier>>

export type TierName = keyof typeof TIERS

const isTier = (name: string): name is TierName => Object.hasOwn(TIERS, name)

/** The tier of TEST_TIER, or all tests. @throws {Error} if no tier has this name. */
export const chooseTier = (name: string | undefined): TestTier => {
  if (!name) return { files: ['**'], projects: [AUTHZ, PROOFS_OF_AUTHZ], needsDatabases: true }
  if (isTier(name)) return TIERS[name]
  throw new Error(
    `There is no tier of tests called ${name}. Choose one of: ${Object.keys(TIERS).join(', ')}.`,
  )
}
