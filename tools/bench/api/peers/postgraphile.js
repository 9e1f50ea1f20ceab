import { createServer } from 'node:http'
import process from 'node:process'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

/** PostGraphile on the tables of the service and on the two functions of the benchmark, in production. */
const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public', 'bench'],
      poolConfig: { max: 10 },
    }),
  ],
  // Lists without cursors, as the workloads ask for them.
  schema: { defaultBehavior: '-connection +list' },
  grafserv: { port: Number(process.env.PORT), graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
}

const server = createServer()
server.keepAliveTimeout = 65_000
await postgraphile(preset).createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
