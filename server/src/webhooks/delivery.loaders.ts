import { manyByOwner } from '../graphql/data-loaders.ts'
import { listDeliveriesOfEvents } from './deliveries/delivery.queries.ts'

/** Loads the deliveries of an event. Batches the events of one request into one query. */
export const deliveriesOfEvent = manyByOwner(listDeliveriesOfEvents, (delivery) => delivery.eventId)
