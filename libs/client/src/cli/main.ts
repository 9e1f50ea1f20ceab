#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { writeTypes } from './write-types.ts'

const HELP = `Usage: npx @content-service/client types URL [--output FOLDER]

Writes the types of a running service, with your own content types:

  schema.graphql   the schema, for \`gql-tada check\` and for your editor
  graphql.ts       the types of GraphQL, and the function graphql() for your documents
  rest.ts          the types of REST: createClient<RestPaths>({ url })
  model.ts         the content model, for forms, lists and filters of your own, and the types of its names

  URL              the URL of the service, such as http://127.0.0.1:3000
  --output FOLDER  the folder of the files (src/content-service)
  --help           prints this text
`

const CONFIGURE = (folder: string) => `
To check your documents, add this to compilerOptions in tsconfig.json, and run \`gql-tada check\` after \`tsc\`:

  "plugins": [{ "name": "gql.tada/ts-plugin", "schema": "${folder}/schema.graphql" }]
`

class UsageError extends Error {}

async function run(args: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(args)
  if (values.help) return HELP
  const [command, url, ...more] = positionals
  if (command !== 'types')
    throw new UsageError(command ? `There is no command "${command}".` : 'Give a command.')
  if (url === undefined || more.length > 0) throw new UsageError('Give one URL of a service.')
  const files = await writeTypes(url, values.output)
  return `Wrote ${files.join(', ')}\n${CONFIGURE(values.output)}`
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: 'string', default: 'src/content-service' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

try {
  process.stdout.write(await run(process.argv.slice(2)))
} catch (error) {
  const { message } = error as Error
  process.stderr.write(error instanceof UsageError ? `${message}\n\n${HELP}` : `${message}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
