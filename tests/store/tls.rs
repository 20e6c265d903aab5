//! Connections to PostgreSQL over TLS, as the `sslmode` of the URL asks.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use cardroom::store::postgres::Postgres;
use cardroom::store::postgres::open::PostgresOpenError;
use sqlx::{Connection, PgConnection};

use crate::postgres::{PostgresServer, Syncing, database};

/// Makes a certificate for `localhost` and its key, with the program `openssl`.
fn make_certificate(folder: &Path, name: &str) {
    let [key, certificate] = ["key", "crt"].map(|end| folder.join(format!("{name}.{end}")));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_as_safe_as_the_url_asks() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let with_tls = |folder: &Path| {
        make_certificate(folder, "server");
        PostgresServer::own(folder, &folder.join("server.key"));
        let at = folder.display();
        format!(
            "listen_addresses = 'localhost'\nport = {port}\nssl = on\n\
             ssl_cert_file = '{at}/server.crt'\nssl_key_file = '{at}/server.key'\n"
        )
    };
    let Some(server) = PostgresServer::start_with(Syncing::Off, with_tls) else { return };
    let elsewhere = tempfile::tempdir().unwrap();
    make_certificate(elsewhere.path(), "other");
    let url = |options: &str| format!("{}?{options}", PostgresServer::url_by(port, "postgres"));
    let known = server.folder().join("server.crt");
    // The test may not read the folder of another user.
    let ours = elsewhere.path().join("server.crt");
    fs::copy(known, &ours).unwrap();
    let root = |file: &Path| format!("&sslrootcert={}", file.display());

    for (options, is_encrypted) in [
        ("sslmode=disable".to_owned(), false),
        ("sslmode=prefer".to_owned(), true),
        ("sslmode=require".to_owned(), true),
        ("sslmode=verify-full".to_owned() + &root(&ours), true),
    ] {
        Postgres::open(&url(&options)).await.unwrap().close().await;
        let mut connection = PgConnection::connect(&url(&options)).await.unwrap();
        let encrypted: bool = sqlx::query_scalar("select ssl from pg_stat_ssl where pid = pg_backend_pid()")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(encrypted, is_encrypted, "{options}");
    }
    let stranger = root(&elsewhere.path().join("other.crt"));
    for options in ["sslmode=verify-full".to_owned(), "sslmode=verify-ca".to_owned() + &stranger] {
        let refused = Postgres::open(&url(&options)).await.unwrap_err();
        assert!(matches!(refused, PostgresOpenError::Tls { .. }), "{options}: {refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_tls_is_not_used_if_the_url_asks_for_it() {
    let Some((server, name)) = database().await else { return };
    let relay = crate::relay::Relay::to(server.socket()).await;
    let url = PostgresServer::url_by(relay.port, &name);
    let refused = Postgres::open(&format!("{url}?sslmode=require")).await.unwrap_err();
    assert!(matches!(refused, PostgresOpenError::Tls { .. }), "{refused:?}");
    Postgres::open(&format!("{url}?sslmode=prefer")).await.unwrap().close().await;
}
