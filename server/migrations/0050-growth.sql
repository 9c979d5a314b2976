-- What is about one person is found by an index in every table, however many people there are.

-- "My data" asks for the receipts of a person: the index was of no use for that, as it left out those without an order.
DROP INDEX receipt_by_order;
CREATE INDEX receipt_by_user ON receipt (user_id, order_id) WHERE user_id IS NOT NULL;
CREATE INDEX receipt_reversal_by_user ON receipt_reversal (user_id) WHERE user_id IS NOT NULL;
