/**
 * No file imports itself by way of others, type imports included. ESLint checks which library imports which: see
 * eslint.config.js.
 */
const noCycles = {
  name: 'no-import-cycles',
  comment: 'Move the type or the function that both files need to a file of its own.',
  severity: 'error',
  from: {},
  to: { circular: true },
}

/** The folders of libs/domain/src from the lowest floor up; libs/domain/README.md describes them. */
const BELOW_FEATURES = [
  'rules',
  'access',
  'actions',
  'model',
  'reading',
  'visibility',
  'context',
  'work',
  'operations',
]
/** All other folders are features, which may import each other. These stand above them. */
const ABOVE_FEATURES = ['jobs', 'service', 'testing']

const inDomain = (folders) => `^libs/domain/src/(${folders.join('|')})/`
const ofDomain = '^libs/domain/src/'
const tests = String.raw`\.test\.ts$`

/** The one file that names the ports of the features. A value of a feature would be an import upwards all the same. */
const context = String.raw`^libs/domain/src/context/context\.ts$`

const upwards = (name, rule) => ({
  name: `domain-floors-${name}`,
  comment: 'Move what both need to a lower floor, or pass it in as data. The floors: libs/domain/README.md.',
  severity: 'error',
  ...rule,
})

const floorBelowFeatures = (folder, place) =>
  upwards(folder, {
    from: { path: inDomain([folder]), pathNot: [tests, context] },
    to: { path: ofDomain, pathNot: inDomain(BELOW_FEATURES.slice(0, place + 1)) },
  })

const domainFloors = [
  ...BELOW_FEATURES.map(floorBelowFeatures),
  upwards('context-values', {
    from: { path: context },
    to: {
      path: ofDomain,
      pathNot: inDomain(BELOW_FEATURES.slice(0, BELOW_FEATURES.indexOf('context') + 1)),
      dependencyTypesNot: ['type-only'],
    },
  }),
  upwards('features', {
    from: {
      path: ofDomain,
      pathNot: [tests, inDomain(ABOVE_FEATURES), String.raw`^libs/domain/src/[^/]+\.ts$`],
    },
    to: { path: inDomain(ABOVE_FEATURES) },
  }),
  upwards('jobs', {
    from: { path: inDomain(['jobs']), pathNot: tests },
    to: { path: inDomain(['service', 'testing']) },
  }),
  upwards('service', {
    from: { path: inDomain(['service']), pathNot: tests },
    to: { path: inDomain(['testing']) },
  }),
]

/** The folders of libs/server/src from the lowest floor up; libs/server/README.md describes them. */
const SERVER = [
  'settings',
  'storage',
  'operating',
  'sending',
  'live',
  'connections',
  'tracing',
  'handlers',
  'composition',
  'http',
  'pages',
  'authzen',
  'graphiql',
  'openapi',
  'studio',
  'express',
  'transfer',
  'start',
  'worker',
  'backup',
  'cli',
]

const inServer = (folders) => `^libs/server/src/(${folders.join('|')})/`

/** The folders of libs/rest-handlers/src; all others are features. libs/rest-handlers/README.md describes them. */
const REST = {
  below: ['protocol', 'schemas', 'requests', 'representations', 'lists', 'endpoints', 'routing'],
  above: ['service', 'openapi', 'use', 'testing'],
}

/** The folders of libs/persistence/src; all others are features. libs/persistence/README.md describes them. */
const PERSISTENCE = {
  below: [
    'statements',
    'tables',
    'documents',
    'embedded',
    'connections',
    'places',
    'recording',
    'write-groups',
    'prepared',
    'session',
    'reading',
  ],
  above: ['migrations', 'database', 'replicas', 'live', 'testing'],
}

/** The folders of libs/identity/src; all others are features. libs/identity/README.md describes them. */
const IDENTITY = {
  below: ['secrets', 'refusals', 'web'],
  above: ['sign-in', 'rate-limit', 'oauth', 'accounts', 'testing'],
}

/** The folders of libs/graphql-schema/src; all others are features. libs/graphql-schema/README.md describes them. */
const GRAPHQL = {
  below: ['arguments', 'reading', 'lists', 'requests', 'execution'],
  above: ['service', 'http', 'testing'],
}

/** Features stand on the folders below them, and below the folders above them. */
const createFloors = (library, { below, above }) => {
  const inside = `^libs/${library}/src/`
  const inFolders = (folders) => `${inside}(${folders.join('|')})/`
  const rule = (name, from, to) => ({
    name: `${library}-floors-${name}`,
    comment: `Move what both need to a lower floor, or pass it in as data. The floors: libs/${library}/README.md.`,
    severity: 'error',
    from: { pathNot: tests, ...from },
    to,
  })
  const isInFolder = String.raw`${inside}[^/]+/`
  return [
    ...below.map((folder, place) =>
      rule(
        folder,
        { path: inFolders([folder]) },
        { path: inside, pathNot: inFolders(below.slice(0, place + 1)) },
      ),
    ),
    rule(
      'features',
      { path: isInFolder, pathNot: [tests, inFolders(above)] },
      { path: [inFolders(above), String.raw`${inside}[^/]+\.ts$`] },
    ),
    ...above.map((folder, place) =>
      rule(folder, { path: inFolders([folder]) }, { path: inFolders(above.slice(place + 1)) }),
    ),
  ]
}

const serverFloors = SERVER.map((folder, place) => ({
  name: `server-floors-${folder}`,
  comment: 'Move what both need to a lower floor, or pass it in as data. The floors: libs/server/README.md.',
  severity: 'error',
  from: { path: inServer([folder]), pathNot: tests },
  to: { path: '^libs/server/src/[^/]+/', pathNot: inServer(SERVER.slice(0, place + 1)) },
}))

export default {
  forbidden: [
    noCycles,
    ...domainFloors,
    ...serverFloors,
    ...createFloors('rest-handlers', REST),
    ...createFloors('persistence', PERSISTENCE),
    ...createFloors('identity', IDENTITY),
    ...createFloors('graphql-schema', GRAPHQL),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    // Sees `import type`, which the compiler removes.
    tsPreCompilationDeps: true,
  },
}
