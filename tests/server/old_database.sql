BEGIN TRANSACTION;
CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
INSERT INTO "entries" VALUES('4yt8zcq6crcj',1,1.79502579258079457283e+09,'{"kind":"seated","seat":1}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',2,1.79502579258540296549e+09,'{"kind":"acted","seat":1,"action":"PYY@-2,-1>","key":"k0"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',3,1.79502579258643198013e+09,'{"kind":"acted","seat":0,"action":"YPY@-3,-2>","key":"k1"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',4,1.79502579259299755096e+09,'{"kind":"acted","seat":1,"action":"YGY@0,-2>","key":"k2"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',5,1.79502579259593725204e+09,'{"kind":"acted","seat":0,"action":"RPG@0,1>","key":"k3"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',6,1.7950257926009888649e+09,'{"kind":"acted","seat":1,"action":"PGG@1,2>","key":"k4"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',7,1.79502579260499095913e+09,'{"kind":"acted","seat":0,"action":"GGY@3,1>","key":"k5"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',8,1.79502579260899353024e+09,'{"kind":"acted","seat":1,"action":"GGR@2,3>","key":"k6"}');
INSERT INTO "entries" VALUES('4yt8zcq6crcj',9,1.79502579261296081537e+09,'{"kind":"acted","seat":0,"action":"draw","key":"k7"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',1,1.795025792636238575e+09,'{"kind":"seated","seat":1}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',2,1.79502579264111852648e+09,'{"kind":"acted","seat":0,"action":"RBOG@0,0","key":"k0"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',3,1.79502579264497208596e+09,'{"kind":"acted","seat":1,"action":"grgb@1,0","key":"k1"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',4,1.79502579264590239526e+09,'{"kind":"acted","seat":0,"action":"OObr@0,1","key":"k2"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',5,1.79502579265115833279e+09,'{"kind":"acted","seat":1,"action":"brgr@0,2","key":"k3"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',6,1.79502579265686416625e+09,'{"kind":"acted","seat":0,"action":"RogR@2,0","key":"k4"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',7,1.79502579266088223459e+09,'{"kind":"acted","seat":1,"action":"GbrG@0,-1","key":"k5"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',8,1.79502579266494536399e+09,'{"kind":"acted","seat":0,"action":"bgOO@-1,0","key":"k6"}');
INSERT INTO "entries" VALUES('i99nk6jdrm8f',9,1.79502579266886258123e+09,'{"kind":"acted","seat":1,"action":"BorB@-2,0","key":"k7"}');
CREATE TABLE identities (
        id TEXT PRIMARY KEY,
        name TEXT,
        created DOUBLE PRECISION NOT NULL
    );
INSERT INTO "identities" VALUES('ann-0000000000000000ab',NULL,1.79502579256207585333e+09);
INSERT INTO "identities" VALUES('bob-0000000000000000ab',NULL,1.79502579258079457283e+09);
CREATE TABLE nodes (
        id TEXT PRIMARY KEY,
        until DOUBLE PRECISION NOT NULL
    );
CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
CREATE TABLE sittings (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seat BIGINT NOT NULL,
        identity TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    );
INSERT INTO "sittings" VALUES('4yt8zcq6crcj',0,'ann-0000000000000000ab','Ann');
INSERT INTO "sittings" VALUES('4yt8zcq6crcj',1,'bob-0000000000000000ab','Bob');
INSERT INTO "sittings" VALUES('i99nk6jdrm8f',0,'ann-0000000000000000ab','Ann');
INSERT INTO "sittings" VALUES('i99nk6jdrm8f',1,'bob-0000000000000000ab','Bob');
CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        setup TEXT NOT NULL,
        seed TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        version BIGINT NOT NULL,
        status TEXT NOT NULL,
        turn BIGINT,
        due DOUBLE PRECISION,
        updated DOUBLE PRECISION NOT NULL
    );
INSERT INTO "tables" VALUES('4yt8zcq6crcj','{"game":"chromino","options":{"edition":"classic","players":"2","wild-tiles":"yes","first":"random","draw-limit":"1","draw-on":"must","draw-when-able":"no","hands":"hidden","scoring":"none","junior":"no"},"seats":[{"kind":"person"},{"kind":"open"}],"clock":{"kind":"none"},"help":true}','old',1.79502579256207585333e+09,9,'playing',1,NULL,1.79502579261296081537e+09);
INSERT INTO "tables" VALUES('i99nk6jdrm8f','{"game":"florentine","options":{"edition":"classic","players":"2","first":"random","colours":"red blue","deck":"reconstruction"},"seats":[{"kind":"person"},{"kind":"open"}],"clock":{"kind":"none"},"help":true}','old',1.7950257926213703156e+09,9,'playing',0,NULL,1.79502579266886258123e+09);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_updated ON tables (updated);
CREATE INDEX sittings_identity ON sittings (identity);
COMMIT;
PRAGMA user_version = 1;
