// Run with: npm install standardwebhooks && WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const seen = new Set() // Keep the ids in your database instead, with what you do about them.

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers)
    if (!seen.has(event.id)) console.log(event.type, JSON.stringify(event.data))
    seen.add(event.id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1')
