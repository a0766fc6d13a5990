-- Odd rows for every table, for both engines. Ids are given by the database, from 1.
UPDATE catalog_version SET version = 41, settings_version = 7;
INSERT INTO categories (name, name_key, slug) VALUES
    ('Writing', 'writing', 'writing'),
    ('Épée & <b>"Sport"</b>', 'epee & <b>"sport"</b>', 'epee-b-sport-b'),
    ('視頻製作', '視頻製作', '視頻製作'),
    ('Nobody', 'nobody', 'nobody');
UPDATE categories SET "group" = '<i>' WHERE name = 'Nobody';
INSERT INTO products (slug, name, description, use_cases, tags, type, section, website, website_key, logo, logo_color, images, video_url,
    is_featured, has_landing_page, has_deal, promo_text, display_order, created_at, updated_at, deleted_at, version, changed_in) VALUES
    ('plain', 'Plain', 'Does one thing.', '', '[]', 'Free', 'Our Products', 'https://plain.example', 'plain.example', '', '', '[]', '',
        FALSE, FALSE, FALSE, '', 0, 1700000000000000, 1700000000000000, NULL, 1, 1),
    ('hostile', '<script>alert(1)</script>', ''' OR 1=1; -- \ %s {{.}} ${x} $1 ? " &amp; \u0000 </textarea>', '"; DROP TABLE products; --',
        '["a\"b", "<i>", "\\"]', 'Premium', 'Recommended AI Products', 'https://hostile.example/?q=%27%22', 'hostile.example/?q=%27%22',
        '/uploads/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.jpg', '#ff0000', '["/uploads/missing.jpg"]', 'javascript:alert(1)',
        TRUE, TRUE, TRUE, 'tab	and
newline', 9223372036854775807, 1700000000000001, 1700000000000001, NULL, 9, 40),
    ('unicode', 'Ünïcødé 🧑‍🚀 שלום مرحبا', 'e' || 'é' || 'ﷺ 𝔘𝔫𝔦', 'İstanbul ß ﬃ', '["日本語", "한국어"]', 'Freemium', 'Our Products', 'https://xn--bcher-kva.example',
        'xn--bcher-kva.example', '', '', '[]', '', FALSE, FALSE, FALSE, '', -5, -62135596800000000, 253402300799999999, NULL, 2, 12),
    ('plain', 'Deleted', 'In the trash, with the address that another has by now.', '', '[]', 'Unknown', 'Our Products', 'https://gone.example', 'gone.example', '', '',
        '[]', '', FALSE, FALSE, FALSE, '', 3, 1700000000000002, 1700000000000002, 1700000000000003, 3, 13),
    ('no-more', 'Gone for good', 'Its id is not given again.', '', '[]', 'Free', 'Our Products', 'https://no-more.example', 'no-more.example', '', '',
        '[]', '', FALSE, FALSE, FALSE, '', 4, 1700000000000004, 1700000000000004, NULL, 1, 14);
INSERT INTO product_categories (product_id, position, category_id) VALUES (1, 0, 1), (2, 0, 2), (2, 1, 1), (2, 2, 3), (3, 0, 3), (4, 0, 1);
DELETE FROM products WHERE slug = 'no-more';
INSERT INTO social_media_links (platform, url, is_active, display_order, created_at) VALUES ('GitHub', 'https://github.com/example', TRUE, -1, 0), ('𝕏', 'https://x.example', FALSE, 9223372036854775807, 1);
INSERT INTO logo_settings (type, name, file_name, file_data, mime_type, file_size, is_active, created_at, updated_at) VALUES ('main', 'Main <Logo>', 'l''ogo "1".svg', 'data:image/svg+xml;base64,PHN2Zy8+', 'image/svg+xml', 6, TRUE, 5, 6);
INSERT INTO legal_pages (type, title, content, updated_at) VALUES ('privacy', 'Privacy', '# Ünser <Recht>

<script>alert(1)</script>', 7), ('terms', 'Terms', '', 8);
INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.jpg', '../../etc/passwd', '', 'image/jpeg', 12345, 9);
INSERT INTO audit (at, actor, action, object, object_id, version, before, after) VALUES
    (10, 'ann@example.com', 'create', 'products', '1', 1, NULL, '{"name":"Plain"}'),
    (11, 'import', 'import', 'products', '', 2, '', '{"created":3}'),
    (12, 'ann@example.com', 'delete', 'products', '4', 3, '{"name":"Deleted"}', NULL);
INSERT INTO rate_limits VALUES ('Z', '[1]', 1), ('a', '[]', 2), ('É', '[]', 3);
INSERT INTO leases VALUES ('trash', 'r', 1, 2, 3, TRUE, 'Why'), ('Z', '', 0, 0, 0, FALSE, '');
INSERT INTO notices VALUES ('job:trash', 1, 3), ('Z', 0, 0);
INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, created_at, product_id, status) VALUES ('S', 'https://s.example', 'h', 'd', 'c', 'Free', 's', 1, 1, 'approved');
INSERT INTO webhook_notices VALUES (1, 2, 3, 4, 5, 6, 7);
INSERT INTO emails (submission_id, recipient, subject, body, created_at) VALUES (1, 'a@example.com', 's', 'b', 1);
DELETE FROM emails; -- its id is known from the sequence alone
INSERT INTO users (email, email_key, name, password_hash, is_admin, role, created_at, updated_at) VALUES ('Ann@example.com', 'ann@example.com', 'Ann <b>', '$argon2id$x', TRUE, 'owner', 1, 2);
INSERT INTO sessions VALUES ('ff', 1, 0, 1, 2, 3, 'Firefox on Linux', 1), ('00', 1, 0, 1, 2, 3, '', 0);
INSERT INTO invitations VALUES (1, 'Bob@example.com', 'bob@example.com', 'editor', 1, 'h', 1, 2);
INSERT INTO two_factor VALUES (1, 'encrypted', TRUE, 1, 1);
INSERT INTO recovery_codes VALUES (1, 'Z'), (1, 'a');
INSERT INTO tokens (hash, user_id, name, scope, session_epoch, created_at) VALUES ('aa', 1, 'nightly', 'read', 0, 1);
INSERT INTO category_slugs VALUES ('old', 1);
INSERT INTO product_slugs VALUES ('old', 1);
INSERT INTO category_names VALUES ('old', 1);
INSERT INTO audit_files VALUES ('sha256:b', 'x'), ('SHA256:a', 'y'), ('sha256:Ä', '');
INSERT INTO visits VALUES (20000, 1, 9223372036854775807, 0), (19999, 77, 1, 1);
INSERT INTO page_views VALUES (20000, 'comparison', '1,10', 3), (19999, 'collection', '1', 1), (19999, 'booking-click', 'abcdefghijklmnopqrstuvwxyz', 2);
INSERT INTO sync_runs (started_by, cause, started_at) VALUES ('ann', 'manual', 1);
INSERT INTO webhook_deliveries VALUES ('d', 1);
INSERT INTO favorites (user_id, product_id, created_at) VALUES (1, 1, 1);
INSERT INTO alternative_picks VALUES (1, 2, 0), (2, 1, NULL);
INSERT INTO affiliate_clicks VALUES (20000, 1, 1, 'Impact', 'Pen', 'list', 3, 2);
INSERT INTO affiliate_journals VALUES ('a', 100, 20000);
INSERT INTO affiliate_imports VALUES (1, 'Impact', 'a.csv', 1, '{"date":"Day","amount":"Earned"}', TRUE, 1);
INSERT INTO affiliate_earnings VALUES (1, 'k', 20000, 1, 1, 'Impact', 'Pen', 'list', 'USD', 123400);
INSERT INTO affiliate_links VALUES (1, 1, 'Impact', 'Pen', 'https://net.example/', 'sid={placement}', TRUE, NULL, 4000000000000000, 'Note', 1, 2);
INSERT INTO bookings VALUES (1, 1, 'category', 1, 1000000, 4000000000000000, 'Note', 1, 2, 'abcdefghijklmnopqrstuvwxyz');
INSERT INTO affiliate_checks VALUES (1, 'https://net.example/', 'net.example doesn''t exist.', TRUE, 1);
INSERT INTO affiliate_moves VALUES (1, 'https://pen.sjv.io/1', 'Impact', 'found', 'https://pen.example/', '', 1);
INSERT INTO email_changes (user_id, email, email_key, expires_at) VALUES (1, 'Ann@new.example', 'ann@new.example', 1);
INSERT INTO sign_ups (user_id, browser, email, name, password_hash, code, expires_at, created_at) VALUES (1, '', 'Ann@example.com', 'Ann', '$argon2id$x', '$argon2id$y', 1, 1);
INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, token_hash, consent_at, consent) VALUES ('Ann@example.com', 'ann@example.com', 1, 2, '[1]', 'h', 1, '2026-11');
INSERT INTO newsletter_links VALUES ('l', 1, 'Ann@example.com', '[1]', 'weekly', TRUE, 1);
INSERT INTO newsletter_drafts VALUES ('weekly', 'Subject <b>', 'Intro', '[]', 1);
INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items) VALUES (1, 'weekly', 'sent', 'Subject', '', '[]');
INSERT INTO newsletter_visits VALUES (1, 1, 3);
INSERT INTO logo_proposals VALUES (1, 'proposed', 'a.example', TRUE, 'https://a.example', '/uploads/a.jpg', '#112233', 'https://a.example/i.png', '', 1);
INSERT INTO logo_runs VALUES (1, 'paused', 'ann', 1, 0, FALSE);
INSERT INTO import_images VALUES (1, 'https://old.example/a.png', 'old.example', 'failed', 'ann', 1, 3, 2, 'The website answered with status 404.');
INSERT INTO link_checks VALUES (1, 'https://plain.example', 'plain.example', 'ok', 'taken_over', 'https://casino.example/', 'The page is about gambling.', 2, 1, NULL, 0, 'taken_over https://casino.example/', 1);
INSERT INTO link_runs VALUES (1, 'paused', 'ann', 1, 0, 5);
INSERT INTO additions VALUES (1, 1, 2, 'https://plain.example', 'plain.example', 'added', 'It redirects to plain.example.', 1, 'ann', 1);
INSERT INTO comparison_verdicts VALUES ('1,2', 'Both <b>', 1);
INSERT INTO collections (slug, title, introduction, author, created_at, updated_at, version, changed_in) VALUES ('best', 'Best <b>', 'Why', '', 1, 2, 1, 1);
INSERT INTO collection_products VALUES (1, 1, 0, 'Note <b>');
INSERT INTO site_settings VALUES ('index.toolFacts', '3', 1);
INSERT INTO indexnow_calls (urls, addresses, state, created_at, next_at) VALUES ('["/"]', 1, 'waiting', 1, 1);
INSERT INTO indexnow_marks VALUES (1, 'key-of-site', 1);
INSERT INTO idempotency_keys (key, digest, result, created_at) VALUES ('k', 'd', '{"id":1}', 1);
INSERT INTO synonyms (says, means, created_at, updated_at) VALUES ('Word <b>', 'term, expression', 1, 2);
INSERT INTO redirects (old_path, status, kind, target_id, target, created_at, updated_at) VALUES ('/tool/old', 301, 'path', 0, '/tools', 1, 2);
INSERT INTO redirect_hits VALUES (1, 3, 20000);
INSERT INTO vain_searches VALUES ('d1', 20000, 3);
INSERT INTO vain_search_words VALUES ('d1', 'glass blowing', 0);
