import { memoryStores } from './memory/memory-stores.ts'
import { storeContract } from './store-contract.ts'

storeContract('memory', async () => {
  const stores = memoryStores()
  return { stores, others: stores, close: async () => undefined }
})
