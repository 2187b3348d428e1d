-- Takes credits from a balance and answers the balance after it, or null when there are too few (or no such person);
-- then nothing has changed. The row lock makes parallel spenders wait for each other, so nothing is overdrawn.
-- Not reachable by a client: only the server's own statements call it.
CREATE FUNCTION deduct_credits(user_id_param text, amount_param integer) RETURNS integer
LANGUAGE sql
AS $$
  UPDATE user_credits
     SET credits_count = credits_count - amount_param, updated_at = now()
   WHERE user_id = user_id_param AND amount_param > 0 AND credits_count >= amount_param
  RETURNING credits_count;
$$;
