import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { builtInModel } from '@content-service/domain'
import { writeContract } from '@content-service/graphql-schema'
import { format, resolveConfig } from 'prettier'

export const CONTRACT = fileURLToPath(new URL('../../libs/graphql-schema/schema.graphql', import.meta.url))

/** The contract of the service: schema.base.graphql and the declared types, as one file to review. */
export const contract = async (): Promise<string> =>
  format(writeContract(builtInModel), { ...(await resolveConfig(CONTRACT)), parser: 'graphql' })

if (import.meta.main) await writeFile(CONTRACT, await contract())
