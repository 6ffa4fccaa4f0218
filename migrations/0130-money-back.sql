-- Where money is to be given back, as closing a day asks for it: few stays of very many.
create index booking_refund_pending on booking (id) where payment_status = 'refund_pending';
